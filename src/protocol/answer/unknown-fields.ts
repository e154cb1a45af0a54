import type { Fields, Path } from '../value.js';
import type { Findings } from './findings.js';

/** Names that people confuse with another one, in addition to plain misspellings. */
const aliases: Readonly<Record<string, string>> = {
  attachments: 'children',
  children: 'attachments',
  objects: 'children',
  items: 'children',
  resources: 'relatedResources',
  related: 'relatedResources',
  relatedResourceRules: 'relatedResources',
  resyncPeriodSeconds: 'resyncAfterSeconds',
  resync: 'resyncAfterSeconds',
  requeueAfter: 'resyncAfterSeconds',
  finalizing: 'finalized',
  kind: 'resource',
  name: 'names',
  namespaces: 'namespace',
  selector: 'labelSelector',
};

/** Reports the fields of `object` that Metacontroller does not know. Field names are case-sensitive. */
export function checkFields(
  object: Fields,
  known: readonly string[],
  path: Path,
  findings: Findings,
  where = '',
): void {
  for (const name of Object.keys(object)) {
    if (known.includes(name) || object[name] === undefined) continue;
    const meant = suggest(name, known);
    const advice = meant === undefined ? `known are ${known.join(', ')}` : `did you mean ${meant}?`;
    findings.add('unknown-field', [...path, name], `is a field that Metacontroller does not know${where}: ${advice}`);
  }
}

/** The known name that the author probably meant; undefined if none is similar. */
export function suggest(name: string, known: readonly string[]): string | undefined {
  // No misspelling of a known name is this long; this keeps the comparison short.
  if (name.length > 40) return undefined;
  const lower = name.toLowerCase();
  let best: string | undefined;
  let least = 4;
  for (const one of known) {
    const distance = editDistance(lower, one.toLowerCase());
    if (distance < least && distance < one.length / 2) {
      best = one;
      least = distance;
    }
  }
  if (best !== undefined) return best;
  const alias = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
  return alias !== undefined && known.includes(alias) ? alias : undefined;
}

/** Insertions, deletions and replacements that turn one word into the other (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] as number) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[to.length] as number;
}
