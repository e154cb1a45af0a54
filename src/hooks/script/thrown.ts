/** The result of a function that looks at something a hook made, whose getters and traps may throw; undefined then. */
export function attempt<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

/** A property of anything, if it is a text. Never throws. */
export function textOf(value: unknown, key: string): string | undefined {
  const property = attempt(() => (value as Record<string, unknown> | null | undefined)?.[key]);
  return typeof property === 'string' ? property : undefined;
}

/**
 * One line that describes what was thrown, whatever it is: `TypeError: there is no color`. Never throws.
 * Further lines of a message, such as the "Require stack" of a missing module, are in the trace.
 */
export function describeThrown(thrown: unknown): string {
  if ((typeof thrown !== 'object' && typeof thrown !== 'function') || thrown === null) {
    const shown =
      typeof thrown === 'string' ? JSON.stringify(thrown) : `${String(thrown)}${typeof thrown === 'bigint' ? 'n' : ''}`;
    return `threw ${shown} instead of an Error, so its place is not known`;
  }
  const name = textOf(thrown, 'name');
  const message = textOf(thrown, 'message')?.split('\n', 1)[0] ?? '';
  if (message !== '') return `${name ?? 'Error'}: ${message}`;
  if (name !== undefined) return `${name} without a message`;
  return 'threw an object that is not an Error, so its place is not known';
}
