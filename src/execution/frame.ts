/** Two 32-bit lengths: of the head and of the body. */
const lengthBytes = 8;
/** Bodies up to this many bytes are copied behind their head, so that one write does. */
const smallBody = 16_384;

/**
 * One message between the server and a worker, as chunks to write: a head as JSON and a body as bytes. Pipes of our own
 * cost half of what Node's `process.send` does, and a body goes through them without being encoded.
 */
export function encodeFrame(head: unknown, body: Uint8Array = new Uint8Array(0)): Uint8Array[] {
  const text = JSON.stringify(head);
  const headBytes = Buffer.byteLength(text);
  const isSmall = body.byteLength <= smallBody;
  const bytes = Buffer.allocUnsafe(lengthBytes + headBytes + (isSmall ? body.byteLength : 0));
  bytes.writeUInt32LE(headBytes, 0);
  bytes.writeUInt32LE(body.byteLength, 4);
  bytes.write(text, lengthBytes);
  if (!isSmall) return [bytes, body];
  bytes.set(body, lengthBytes + headBytes);
  return [bytes];
}

/** Puts the chunks of a pipe together to frames again. */
export class FrameReader {
  readonly #receive: (head: unknown, body: Uint8Array<ArrayBuffer>) => void;
  #chunks: Buffer[] = [];
  #have = 0;
  /** Bytes of the frame that is being read, 0 while its lengths are unknown. */
  #need = 0;

  /** @param receive gets each frame; the body is a copy of its own */
  constructor(receive: (head: unknown, body: Uint8Array<ArrayBuffer>) => void) {
    this.#receive = receive;
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#have += chunk.length;
    while (this.#have >= lengthBytes) {
      if (this.#need === 0) {
        const first = this.#first(lengthBytes);
        this.#need = lengthBytes + first.readUInt32LE(0) + first.readUInt32LE(4);
      }
      if (this.#have < this.#need) return;
      const all = this.#first(this.#need);
      const headEnd = lengthBytes + all.readUInt32LE(0);
      const head: unknown = JSON.parse(all.toString('utf8', lengthBytes, headEnd));
      const body = new Uint8Array(all.subarray(headEnd, this.#need));
      this.#chunks = all.length === this.#need ? [] : [all.subarray(this.#need)];
      this.#have -= this.#need;
      this.#need = 0;
      this.#receive(head, body);
    }
  }

  /** All that came, as one buffer of at least so many bytes, which must have come. */
  #first(bytes: number): Buffer {
    const [first] = this.#chunks;
    if (first !== undefined && first.length >= bytes) {
      if (this.#chunks.length === 1) return first;
      if (bytes === lengthBytes) return first;
    }
    const all = Buffer.concat(this.#chunks);
    this.#chunks = [all];
    return all;
  }
}
