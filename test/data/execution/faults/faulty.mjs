import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import module from 'node:module';
import { workerData } from 'node:worker_threads';

/** Does what the parent asks for, and answers as if nothing had happened. */
export default async (request) => {
  const { fault } = request.parent.spec;
  const answer = await faults[fault]?.();
  return typeof answer === 'object' ? answer : { status: { fault }, children: [] };
};

const never = () => new Promise(() => {});
const loop = () => {
  for (;;);
};
const spin = async () => {
  for (;;) await 0;
};
const kept = [];
const bomb = () => {
  for (;;) kept.push({ numbers: [1, 2, 3] });
};
const afterwards = (work) => {
  setTimeout(work, 1);
};
const sleeper = (stdio) => spawn('sleep', ['20'], { stdio, detached: true }).unref();
const frame = (head, key, bytes = head.length) => {
  const prefix = Buffer.alloc(12);
  prefix.writeUInt32LE(key, 0);
  prefix.writeUInt32LE(bytes, 4);
  return Buffer.concat([prefix, Buffer.from(head)]);
};
const outcome = JSON.stringify({
  type: 'outcome',
  turn: 1,
  outcome: { ok: true, status: 200, headers: {}, warnings: [] },
});

const faults = {
  'an endless loop': loop,
  'an endless loop of promises': spin,
  'an answer that never comes': never,
  'a regular expression without end': () => /^(a+)+$/.test(`${'a'.repeat(40)}b`),
  'a wait that blocks': () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
  'a program that does not end': () => execFileSync('sleep', ['60']),
  'lines without end': () => {
    for (;;) console.log('again');
  },
  'raw lines without end': () => {
    for (;;) {
      try {
        fs.writeSync(1, 'again\n');
      } catch {
        // Nobody reads as fast as that.
      }
    }
  },
  'a program that writes without end': () => {
    spawn('yes', { stdio: ['ignore', 'inherit', 'ignore'] }).unref();
  },

  'a bomb of objects': bomb,
  'a bomb of one array': () => new Array(3e8).fill({}),
  'a bomb of buffers': () => {
    for (;;) kept.push(Buffer.alloc(50_000_000, 1));
  },
  'a bomb of one string': () => {
    for (let text = 'x'; ; text += text) kept.push(text.split(''));
  },
  'endless recursion': () => {
    const deeper = (n) => deeper(n + 1) + 1;
    return deeper(0);
  },
  'an answer of 40 MB': () => ({ status: { text: 'x'.repeat(40_000_000) }, children: [] }),
  'an answer of 200 MB': () => ({ status: { texts: Array(20).fill('x'.repeat(10_000_000)) }, children: [] }),

  exit: () => process.exit(3),
  'a signal that aborts': () => process.kill(process.pid, 'SIGABRT') && never(),
  'a signal that kills': () => process.kill(process.pid, 'SIGKILL') && never(),
  'a signal that ends': () => process.kill(process.pid, 'SIGTERM'),
  'a signal to its group': () => process.kill(0, 'SIGKILL'),
  'a signal to its parent': () => process.kill(process.ppid, 'SIGKILL'),
  'a signal that stops': () => process.kill(process.pid, 'SIGSTOP') && never(),
  'all descriptors open': () => {
    try {
      for (;;) kept.push(fs.openSync('/dev/null'));
    } catch {
      // There are no more.
    }
  },

  'throws late': () =>
    afterwards(() => {
      throw new Error('too late');
    }),
  'loops late': () => afterwards(loop),
  'loops late in promises': () => afterwards(spin),
  'a late bomb': () => afterwards(bomb),
  'exits late': () => afterwards(() => process.exit(4)),
  'throws without handlers': () => {
    process.removeAllListeners('uncaughtException');
    afterwards(() => {
      throw new Error('nobody looks');
    });
    return never();
  },

  'JSON.stringify replaced': () => {
    const { stringify } = JSON;
    JSON.stringify = (data) => stringify({ data });
  },
  'JSON.parse replaced': () => {
    JSON.parse = () => 5;
  },
  'a toJSON for all objects': () => {
    Object.prototype.toJSON = () => 5;
  },
  'a toJSON for all arrays': () => {
    Array.prototype.toJSON = () => 5;
  },
  'a toJSON for all that stays': () => {
    Object.defineProperty(Object.prototype, 'toJSON', { value: () => 5 });
  },
  'Map.prototype.get replaced': () => {
    Map.prototype.get = () => 5;
  },
  'Array.prototype[Symbol.iterator] replaced': () => {
    Array.prototype[Symbol.iterator] = () => 5;
  },
  'Promise.prototype.then replaced': () => {
    Promise.prototype.then = () => 5;
  },
  'Buffer.prototype.write replaced': () => {
    Buffer.prototype.write = () => 5;
  },
  'Object.prototype frozen': () => {
    Object.freeze(Object.prototype);
  },
  'fs.writeSync replaced': () => {
    fs.writeSync = () => 5;
    module.syncBuiltinESMExports();
  },
  'Error.prepareStackTrace that throws': () => {
    Error.prepareStackTrace = () => {
      throw new Error('no trace');
    };
    throw new Error('failed');
  },
  'memory shared with hookd overwritten': () => {
    new Uint8Array(workerData).fill(0x7b);
  },

  'junk on descriptor 3': () => fs.writeSync(3, 'not a frame\n') && never(),
  'junk on descriptor 4': () => fs.writeSync(4, 'not a frame\n') && never(),
  'junk on descriptor 5': () => fs.writeSync(5, 'not a frame\n'),
  'a forged frame on descriptor 3': () => fs.writeSync(3, frame('{"type":"end","reason":"memory"}', 0)) && never(),
  'a forged frame on descriptor 5': () => fs.writeSync(5, frame(outcome, 0)),
  'a frame that is too large': () => fs.writeSync(5, frame('{}', 0, 0xffffffff)),
  'half a prefix on descriptor 5': () => fs.writeSync(5, 'abc'),
  'descriptor 1 closed': () => fs.closeSync(1),
  'descriptor 2 closed': () => fs.closeSync(2),
  'descriptor 3 closed': () => {
    fs.closeSync(3);
    return never();
  },
  'descriptor 4 closed': () => fs.closeSync(4),
  'descriptor 5 closed': () => fs.closeSync(5),
  'a child that holds the output, then exit': () => {
    sleeper('inherit');
    process.exit(3);
  },
  'a child that holds all pipes, then exit': () => {
    sleeper(['ignore', 'inherit', 'inherit', 'inherit', 'inherit', 'inherit']);
    process.exit(3);
  },

  'throws a bigint': () => {
    throw 10n;
  },
  'throws nothing': () => {
    throw undefined;
  },
  'throws a proxy': () => {
    const refuse = () => {
      throw new Error('no');
    };
    throw new Proxy({}, { get: refuse, getPrototypeOf: refuse, has: refuse, ownKeys: refuse });
  },
  'throws an error that cannot be read': () => {
    throw Object.defineProperties(new Error(), {
      message: {
        get() {
          throw new Error('no');
        },
      },
      stack: {
        get() {
          throw new Error('no');
        },
      },
    });
  },
  'an answer that cannot be read': () => ({
    get status() {
      throw new Error('no');
    },
    children: [],
  }),
  'an answer that refers to itself': () => {
    const status = {};
    status.self = status;
    return { status, children: [] };
  },
};
