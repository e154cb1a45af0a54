import type { DestinationStream } from 'pino';

/** Where lines go. A stream of Node has `writableLength`, the bytes that its reader has not taken yet. */
export interface LineOutput extends DestinationStream {
  readonly writableLength?: number | undefined;
}

/** Bytes that may wait for the reader of the log. A request is a line of about 300 bytes. */
const maxBytes = 8 * 1024 * 1024;

/**
 * Drops lines while the reader of the log does not keep up. A pipe takes 64 KiB; Node keeps the rest in memory, and
 * would keep all of it if nobody ever read.
 */
export class Backlog implements DestinationStream {
  readonly #output: LineOutput;
  readonly #onRoom: (dropped: number) => void;
  #dropped = 0;
  #reported = 0;

  /** @param onRoom is called before the first line after a gap, with how many lines were dropped */
  constructor(output: LineOutput, onRoom: (dropped: number) => void) {
    this.#output = output;
    this.#onRoom = onRoom;
  }

  /** Lines dropped since the start. */
  get dropped(): number {
    return this.#dropped;
  }

  write(line: string): void {
    if ((this.#output.writableLength ?? 0) > maxBytes) {
      this.#dropped++;
      return;
    }
    const dropped = this.#dropped - this.#reported;
    this.#reported = this.#dropped;
    if (dropped > 0) this.#onRoom(dropped);
    this.#output.write(line);
  }
}
