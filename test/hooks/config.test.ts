import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultHookConfig, endingWithin } from '../../src/hooks/config.js';

const rows = [
  { name: 'helm ends before the evaluation is stopped', timeoutSeconds: 5, natives: {}, seconds: 4 },
  { name: 'a longer time limit leaves helm its own', timeoutSeconds: 60, natives: {}, seconds: 10 },
  { name: 'a configured limit of helm counts', timeoutSeconds: 60, natives: { helmTimeoutSeconds: 30 }, seconds: 30 },
];

for (const { name, timeoutSeconds, natives, seconds } of rows) {
  test(name, () => {
    const config = { ...defaultHookConfig, natives: { ...natives, helm: '/usr/bin/helm' } };
    assert.deepEqual(endingWithin(timeoutSeconds, config), {
      ...config,
      natives: { helm: '/usr/bin/helm', helmTimeoutSeconds: seconds },
    });
  });
}
