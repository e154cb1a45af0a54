import type { NativeFunction } from '../jsonnet/index.js';
import { RetryLater } from '../retry-later.js';
import { define } from './define.js';

/**
 * `std.native('retryLater')(seconds, message)` ends the call with 429 and `Retry-After`, without an Event. It never
 * returns, so no result can depend on it; counting it as pure keeps cached library values valid.
 */
export function retryLaterNatives(): readonly NativeFunction[] {
  return [
    define(
      'retryLater',
      [
        ['seconds', 'number'],
        ['message', 'any'],
      ],
      true,
      (seconds, message) => {
        if (message !== null && typeof message !== 'string') throw new Error('message must be string or null');
        throw new RetryLater(seconds, message ?? undefined);
      },
    ),
  ];
}
