import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { fail } from '../error.js';
import type { Builtin } from '../runtime/builtin.js';
import { typeName } from '../runtime/builtin.js';
import { at, type JsonnetArray } from '../runtime/value.js';
import { define, expect, whole } from './define.js';

/** Base64, UTF-8, and hashes of the UTF-8 form in hexadecimal. */
export const encodingBuiltins: readonly Builtin[] = [
  define('encodeUTF8', ['str: string'], (str) => [...Buffer.from(str)]),
  define('decodeUTF8', ['arr: array'], decodeUtf8),
  define('base64', ['input: array|string'], base64),
  define('base64DecodeBytes', ['str: string'], (str) => [...decode(str)]),
  define('base64Decode', ['str: string'], (str) => decodeText(decode(str))),
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

/** Bytes that are not UTF-8 become U+FFFD. */
function decodeUtf8(arr: JsonnetArray): string {
  return decodeText(bytesOf(arr, (byte) => `Bytes must be integers in range [0, 255], got ${byte}`));
}

/** Like go-jsonnet, this replaces each invalid byte by a U+FFFD of its own. The host joins some of them to one. */
function decodeText(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString();
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const length = [1, 2, 3, 4].find((count) => isUtf8(bytes.subarray(at, at + count)));
    text += length === undefined ? '\ufffd' : bytes.toString('utf8', at, at + length);
    at += length ?? 1;
  }
  return text;
}

function base64(input: string | JsonnetArray): string {
  if (typeof input !== 'string') {
    const wrong = input.findIndex((_, i) => typeof at(input, i) !== 'number');
    if (wrong < 0) return bytesOf(input, invalidByte).toString('base64');
    return fail(`base64 encountered a non-integer value in the array, got ${typeName(at(input, wrong))}`);
  }
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
  const length = Buffer.byteLength(str);
  if (length % 4 !== 0) fail(`input string appears not to be a base64 encoded string. Wrong length found (${length})`);
  const valid = (/^[A-Za-z0-9+/]*={0,2}/.exec(str) as RegExpExecArray)[0].length;
  if (valid < str.length) fail(`failed to decode: illegal base64 data at input byte ${valid}`);
  return Buffer.from(str, 'base64');
}
