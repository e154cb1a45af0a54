import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kubecfgSearchPath } from '../../../src/cli/config/hook-config.js';

test('kubecfg begins with KUBECFG_JPATH and goes from the first to the last; ours is searched from the end', () => {
  const env = { KUBECFG_JPATH: 'k1:/k2', JSONNET_PATH: 'j1:' };
  assert.deepEqual(kubecfgSearchPath(['f1', '/f2'], env, '/w'), ['/w/j1', '/f2', '/w/f1', '/k2', '/w/k1']);
});
