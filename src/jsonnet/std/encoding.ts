import { createHash } from 'node:crypto';
import { fail } from '../error.js';
import type { Builtin } from '../runtime/builtin.js';
import { at, type JsonnetArray } from '../runtime/value.js';
import { define, expect, whole } from './define.js';

/** Base64, UTF-8, and hashes of the UTF-8 form in hexadecimal. */
export const encodingBuiltins: readonly Builtin[] = [
  define('encodeUTF8', ['str: string'], (str) => [...Buffer.from(str)]),
  define('decodeUTF8', ['arr: array'], decodeUtf8),
  define('base64', ['input: array|string'], base64),
  define('base64DecodeBytes', ['str: string'], (str) => [...decode(str)]),
  define('base64Decode', ['str: string'], (str) => decoder.decode(decode(str))),
  hash('md5', 'md5'),
  hash('sha1', 'sha1'),
  hash('sha256', 'sha256'),
  hash('sha512', 'sha512'),
  // SHA-3 has 512 bits here, as in go-jsonnet.
  hash('sha3', 'sha3-512'),
];

function hash(name: string, algorithm: string): Builtin {
  return define(name, ['s|str: string'], (text) => createHash(algorithm).update(text, 'utf8').digest('hex'));
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Bytes that are not UTF-8 become U+FFFD. */
function decodeUtf8(arr: JsonnetArray): string {
  return decoder.decode(bytesOf(arr, (byte) => `Bytes must be integers in range [0, 255], got ${byte}`));
}

function base64(input: string | JsonnetArray): string {
  if (typeof input !== 'string') return bytesOf(input, invalidByte).toString('base64');
  for (const char of input) {
    const code = char.codePointAt(0) as number;
    if (code > 255) fail(invalidByte(code));
  }
  // go-jsonnet encodes the string as UTF-8, libjsonnet as Latin-1.
  return Buffer.from(input).toString('base64');
}

function invalidByte(byte: number): string {
  return `base64 encountered invalid codepoint value in the array (must be 0 <= X <= 255), got ${byte}`;
}

function bytesOf(arr: JsonnetArray, outside: (byte: number) => string): Buffer {
  const bytes = Buffer.alloc(arr.length);
  for (let i = 0; i < arr.length; i++) {
    const byte = whole(expect(at(arr, i), 'number'));
    if (byte < 0 || byte > 255) fail(outside(byte));
    bytes[i] = byte;
  }
  return bytes;
}

function decode(str: string): Buffer {
  if (str.length % 4 !== 0) {
    fail(`input string appears not to be a base64 encoded string. Wrong length found (${str.length})`);
  }
  const valid = (/^[A-Za-z0-9+/]*={0,2}/.exec(str) as RegExpExecArray)[0].length;
  if (valid < str.length) fail(`failed to decode: illegal base64 data at input byte ${valid}`);
  return Buffer.from(str, 'base64');
}
