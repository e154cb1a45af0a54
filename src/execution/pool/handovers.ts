import type { Handover } from '../../hooks/handover.js';

interface Known {
  readonly transpiled: Map<string, string>;
  readonly files: Map<string, string>;
}

/**
 * What the workers of each group have read and transpiled, for those that start later. Groups do not share it, since a
 * script can change what its process makes of a file.
 */
export class Handovers {
  readonly #known = new Map<string, Known>();

  /** What a new worker of the group starts from. */
  of(group: string): Handover {
    const { transpiled, files } = this.#knownOf(group);
    return { transpiled: [...transpiled], files: [...files] };
  }

  /** Adds what a worker has made. What came first stays, because workers run by it. */
  add(group: string, handover: Handover): void {
    const { transpiled, files } = this.#knownOf(group);
    for (const [key, code] of handover.transpiled) if (!transpiled.has(key)) transpiled.set(key, code);
    for (const [path, text] of handover.files) if (!files.has(path)) files.set(path, text);
  }

  #knownOf(group: string): Known {
    let known = this.#known.get(group);
    if (known === undefined) {
      known = { transpiled: new Map(), files: new Map() };
      this.#known.set(group, known);
    }
    return known;
  }
}
