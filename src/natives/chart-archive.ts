import { gunzipSync, gzipSync } from 'node:zlib';

/** Largest chart, uncompressed; a few kB of gzip can hold more than any memory. */
const maxBytes = 256 * 1024 * 1024;
const blockBytes = 512;

/** The files of a chart: a gzipped tar archive, as `helm package` makes it. */
export class ChartArchive {
  /** The paths of the files; those that are too long for the format ustar are cut. */
  readonly paths: readonly string[];
  /** The headers and contents of all files, without the end of the archive. */
  readonly #files: Buffer;

  /** @throws Error if the bytes are not a gzipped tar archive */
  constructor(bytes: Uint8Array) {
    let archive: Buffer;
    try {
      archive = gunzipSync(bytes, { maxOutputLength: maxBytes });
    } catch (error) {
      throw new Error(`chartData is not a chart: it is not gzipped (${(error as Error).message})`, { cause: error });
    }
    const paths: string[] = [];
    let offset = 0;
    while (offset < archive.length && archive[offset] !== 0) {
      const field = (from: number, length: number) =>
        archive.toString('utf8', offset + from, offset + from + length).replace(/\0.*/s, '');
      const size = Number.parseInt(field(124, 12), 8);
      if (!(size >= 0)) throw new Error('chartData is not a chart: it is not a tar archive');
      const prefix = field(345, 155);
      paths.push(prefix === '' ? field(0, 100) : `${prefix}/${field(0, 100)}`);
      offset += blockBytes + Math.ceil(size / blockBytes) * blockBytes;
    }
    if (offset === 0 || offset > archive.length) throw new Error('chartData is not a chart: it is empty or cut off');
    this.paths = paths;
    this.#files = archive.subarray(0, offset);
  }

  /** The same chart with one more file, gzipped. `path` starts with any folder that stands for the chart. */
  with(path: string, text: string): Uint8Array {
    const content = Buffer.from(text);
    const padding = Buffer.alloc(-content.length & (blockBytes - 1));
    const end = Buffer.alloc(2 * blockBytes);
    return gzipSync(Buffer.concat([this.#files, header(path, content.length), content, padding, end]), { level: 1 });
  }
}

/** The header of a file in the format ustar (POSIX, pax: ustar Interchange Format). */
function header(path: string, size: number): Buffer {
  const block = Buffer.alloc(blockBytes);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  block.write(path, 0);
  block.write(`${octal(0o644, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0${octal(size, 11)}\0${octal(0, 11)}\0`, 100);
  // The sum counts its own field as spaces.
  block.write('        0', 148);
  block.write('ustar\x0000', 257);
  block.write(
    `${octal(
      block.reduce((sum, byte) => sum + byte),
      6,
    )}\0 `,
    148,
  );
  return block;
}
