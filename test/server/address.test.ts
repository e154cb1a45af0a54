import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatListenAddress, parseListenAddress } from '../../src/server/address.js';

describe('listen addresses', () => {
  const rows = [
    { text: ':8080', address: { kind: 'tcp', host: undefined, port: 8080 } },
    { text: 'localhost:0', address: { kind: 'tcp', host: 'localhost', port: 0 } },
    { text: '127.0.0.1:65535', address: { kind: 'tcp', host: '127.0.0.1', port: 65535 } },
    { text: '[::1]:80', address: { kind: 'tcp', host: '::1', port: 80 } },
    { text: 'unix:/run/hookd.sock', address: { kind: 'unix', path: '/run/hookd.sock' } },
  ] as const;
  for (const { text, address } of rows) {
    test(text, () => {
      assert.deepEqual(parseListenAddress(text), address);
      assert.equal(formatListenAddress(address), text);
    });
  }
  for (const text of ['', '8080', 'host', ':', ':65536', ':-1', ':http', 'a:b:80', '::1:80', '[::1]']) {
    test(`'${text}' is not an address`, () => {
      assert.throws(() => parseListenAddress(text), {
        message: `'${text}' is not an address to listen on; write :8080, host:8080, [::1]:8080 or unix:/path`,
      });
    });
  }
  test('unix: without a path', () => {
    assert.throws(() => parseListenAddress('unix:'), {
      message: "'unix:' names no socket; write unix:/path/to/socket",
    });
  });
});
