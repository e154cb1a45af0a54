import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { JsonnetError } from '../src/jsonnet/index.js';
import { findRetryLater, RetryLater } from '../src/retry-later.js';
import { callNative } from './natives/natives.js';

suite('RetryLater', () => {
  const rows: readonly { name: string; given: number; seconds: number }[] = [
    { name: 'a whole number stays', given: 30, seconds: 30 },
    { name: 'a fraction is rounded up', given: 1.2, seconds: 2 },
    { name: 'zero is one, since Metacontroller retries a zero at once', given: 0, seconds: 1 },
    { name: 'a negative number is one', given: -5, seconds: 1 },
  ];
  for (const { name, given, seconds } of rows) {
    test(name, () => {
      const error = new RetryLater(given);
      assert.equal(error.seconds, seconds);
      assert.equal(error.message, `the hook asked to be called again in ${seconds} s`);
    });
  }

  for (const seconds of [Number.NaN, Number.POSITIVE_INFINITY, '3' as unknown as number]) {
    test(`${seconds} (${typeof seconds}) is refused`, () => {
      assert.throws(() => new RetryLater(seconds), {
        name: 'TypeError',
        message: `RetryLater needs a finite number of seconds, but got ${seconds}`,
      });
    });
  }

  test('the native throws it', () => {
    assert.throws(
      () => callNative('retryLater', 2.5, 'not yet'),
      (error) => {
        const later = findRetryLater(error);
        assert.equal(later?.seconds, 3);
        assert.equal(later?.message, 'not yet');
        return true;
      },
    );
    assert.throws(() => callNative('retryLater', 5, null), { message: 'the hook asked to be called again in 5 s' });
    assert.throws(() => callNative('retryLater', 5, 1), { message: 'retryLater: message must be string or null' });
  });

  test('it is found behind the errors that wrap it, and by its brand', () => {
    const later = new RetryLater(7);
    assert.equal(findRetryLater(later), later);
    assert.equal(findRetryLater(new JsonnetError('runtime', 'x', undefined, new Error('y', { cause: later }))), later);
    const foreign = { [Symbol.for('hookd.RetryLater')]: true, seconds: 4, message: 'of another copy' };
    assert.equal(findRetryLater(foreign), foreign);
  });

  test('it is not found elsewhere', () => {
    const loop: { cause?: unknown } = {};
    loop.cause = loop;
    for (const other of [undefined, null, 'RetryLater', new Error('x'), { seconds: 1 }, loop]) {
      assert.equal(findRetryLater(other), undefined);
    }
  });
});
