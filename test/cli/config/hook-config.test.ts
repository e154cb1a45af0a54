import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kubecfgSearchPath } from '../../../src/cli/config/hook-config.js';

test('kubecfg searches KUBECFG_JPATH before the flags, each from the first to the last', () => {
  const env = { KUBECFG_JPATH: 'k1:/k2', JSONNET_PATH: 'j1:' };
  assert.deepEqual(kubecfgSearchPath(['f1', '/f2'], env, '/w'), ['/w/k1', '/k2', '/w/f1', '/f2', '/w/j1']);
});
