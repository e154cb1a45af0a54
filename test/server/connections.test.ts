import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { maxConnections } from '../../src/server/connections.js';
import { echo, Gate } from './fake-executor.js';
import { type Connection, eventually, post, TestServer } from './test-server.js';

describe('how many connections may be open', () => {
  const limits = (files: string) =>
    `Limit                     Soft Limit           Hard Limit           Units     \n` +
    `Max open files            ${files.padEnd(20)} 1048576              files     \n`;
  const rows = [
    { name: 'half of the files, since workers need the others', text: limits('130'), most: 65 },
    { name: 'no more than 4,000', text: limits('1048576'), most: 4000 },
    { name: 'no limit of files', text: limits('unlimited'), most: 4000 },
    { name: 'a system that does not say', text: '', most: 4000 },
  ];
  for (const { name, text, most } of rows) test(name, () => assert.equal(maxConnections(text), most));
});

describe('one connection too many', () => {
  const most = { maxConnections: 3 };
  const request = async (connection: Connection) => {
    connection.received = '';
    connection.write(post('/sync'));
    await connection.until(/200 OK\r\n.*\{\}$/s);
  };

  test('closes the oldest that never made a request, then the one whose last request is longest ago', async () => {
    await using test = await TestServer.start({ sync: echo }, most);
    const [first, second] = [test.connect(), test.connect()];
    await request(second);
    await request(first);
    const unused = test.connect();
    const fourth = test.connect();
    await unused.closed;
    await request(fourth);
    const fifth = test.connect();
    await second.closed;
    await request(fifth);
    await request(first);
    assert.deepEqual(
      test.logged('connection closed').map(({ code, error, times }) => ({ code, error, times })),
      [
        {
          code: 'TooManyConnections',
          error: 'more than 3 connections are open; idle ones are closed',
          times: undefined,
        },
      ],
    );
    for (const connection of [first, fourth, fifth]) connection.socket.destroy();
  });

  test('is itself closed if all others have a request', async () => {
    const gate = new Gate();
    await using test = await TestServer.start({ slow: gate.hook }, most);
    const busy = [test.connect(), test.connect(), test.connect()];
    for (const connection of busy) connection.write(post('/slow').repeat(2));
    await eventually(() => test.server.inFlight === 6);
    const late = test.connect();
    await late.closed;
    gate.open();
    for (const connection of busy) await connection.until(/\{"late":true\}.*\{"late":true\}$/s);
    for (const connection of busy) connection.socket.destroy();
  });

  test('a hundred idle connections do not keep a caller out', async () => {
    await using test = await TestServer.start({ sync: echo }, most);
    const idle = Array.from({ length: 100 }, () => test.connect());
    await Promise.all(idle.map(({ socket }) => once(socket, 'connect')));
    for (let count = 0; count < 10; count++) assert.equal((await test.post('/sync', '{}')).status, 200);
    for (const connection of idle) connection.socket.destroy();
  });
});
