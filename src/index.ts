import type { HookServerInput } from './cli/embed.js';
import type { HookServer } from './server/server.js';

// For programs that serve hooks.
export type { HookServerInput, HookServerSettings } from './cli/embed.js';
export type { ErrorCode } from './errors.js';
export { errorTable, HookdError, UsageError } from './errors.js';
// For authors of hooks; the values are those that a hook gets when hookd runs it.
export * from './hooks/script/author.js';
export type * from './protocol/author/types.js';
export type { DrainOptions, HookServer } from './server/server.js';

/**
 * Loads hooks into a server that does not listen yet: `hookd serve` for a program of one's own, or for a test.
 *
 * @example
 * await using server = await createHookServer({ paths: ['hooks'], listenAddr: '127.0.0.1:0' });
 * await server.listen();
 * await fetch(`http://${server.address}/sync`, { method: 'POST', body });
 *
 * @throws UsageError where the paths or the options make no sense
 */
export async function createHookServer(input: HookServerInput): Promise<HookServer> {
  // Loaded here and not above, so that a hook can import hookd without the cost of a server.
  const { createHookServer: create } = await import('./cli/embed.js');
  return create(input);
}
