/** How long to measure: the result is the median of several rounds, so that one garbage collection decides nothing. */
export interface Measuring {
  readonly rounds: number;
  /** The work is repeated until a round has used this many milliseconds of processor time. */
  readonly roundMs: number;
}

const usual: Measuring = { rounds: 7, roundMs: 100 };

/**
 * Milliseconds of processor time that all threads of this process have used. Unlike the time of the clock, it does not
 * count other processes of the machine. On an idle machine both are the same.
 */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

/**
 * Milliseconds that one run of `work` takes: the median of the rounds, after one round that only warms up.
 * @param work is not awaited, since that would cost more than the smallest things measured here
 */
export function measure(work: () => void, { rounds, roundMs }: Measuring = usual): number {
  const round = () => {
    const start = cpuMs();
    let runs = 0;
    let elapsed = 0;
    // The clock is read after more and more runs, so that reading it does not count.
    for (let next = 1; elapsed < roundMs; next *= 2) {
      for (let i = 0; i < next; i++) work();
      runs += next;
      elapsed = cpuMs() - start;
    }
    return elapsed / runs;
  };
  round();
  return median(Array.from({ length: rounds }, round));
}

/** Work that measures its own steps. */
export interface Stepped<Step extends string> {
  readonly work: () => Record<Step, number>;
  /** How often it runs in a round. */
  readonly times: number;
}

/**
 * Milliseconds of each step of several works: the median over the rounds of the mean over the runs of a round. The mean
 * makes garbage count even for small works, which seldom collect it. The works take turns, so that other load on the
 * machine affects all of them.
 */
export function measureSteps<Step extends string>(
  works: readonly Stepped<Step>[],
  rounds = 15,
): Record<Step, number>[] {
  const runs = works.map((): Record<Step, number>[] => []);
  for (let round = -2; round < rounds; round++) {
    works.forEach(({ work, times }, i) => {
      const all = Array.from({ length: times }, work);
      if (round >= 0) runs[i]?.push(summary(all, mean)); // the first rounds only warm up
    });
  }
  return runs.map((all) => summary(all, median));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Sums up each step of several runs in one number. */
function summary<Step extends string>(
  runs: readonly Record<Step, number>[],
  of: (values: readonly number[]) => number,
): Record<Step, number> {
  const names = Object.keys(runs[0] as Record<Step, number>) as Step[];
  return Object.fromEntries(names.map((name) => [name, of(runs.map((one) => one[name]))])) as Record<Step, number>;
}

/** Milliseconds that one run of asynchronous work takes: the median of `rounds` runs, after one that is not counted. */
export async function measureAsync(work: () => Promise<unknown>, rounds = 5): Promise<number> {
  await work();
  const times: number[] = [];
  for (let i = 0; i < rounds; i++) {
    const start = cpuMs();
    await work();
    times.push(cpuMs() - start);
  }
  return median(times);
}

/** A duration with three digits, in the unit that suits it. */
export function duration(ms: number): string {
  if (ms < 1) return `${(ms * 1000).toPrecision(3)} µs`;
  if (ms < 1000) return `${ms.toPrecision(3)} ms`;
  return `${(ms / 1000).toPrecision(3)} s`;
}

/** The result of a measurement, and whether it is good enough. */
export interface Verdict {
  readonly pass: boolean;
  /** The row of the table, without PASS or FAIL. */
  readonly cells: readonly string[];
}

/** `actual` times as much as something, at least `least` times expected. */
export function atLeast(actual: number, least: number, ...cells: string[]): Verdict {
  return { pass: actual >= least, cells: [...cells, times(actual), `≥ ${times(least)}`] };
}

/** At most `most` times as much as something. */
export function atMost(actual: number, most: number, ...cells: string[]): Verdict {
  return { pass: actual <= most, cells: [...cells, times(actual), `≤ ${times(most)}`] };
}

function times(factor: number): string {
  return `${factor >= 100 ? Math.round(factor).toLocaleString('en-US') : factor.toPrecision(3)}x`;
}

/** The verdicts as a table with aligned columns. Each line ends with PASS or FAIL. */
export function table(heads: readonly string[], verdicts: readonly Verdict[]): string {
  const rows = [[...heads, ''], ...verdicts.map(({ pass, cells }) => [...cells, pass ? 'PASS' : 'FAIL'])];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length))) ?? [];
  return rows
    .map((row) =>
      row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '),
    )
    .join('\n');
}
