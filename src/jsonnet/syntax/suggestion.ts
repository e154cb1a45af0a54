/**
 * Gives ` (did you mean x?)` if one of the known names is close to the one that was not found, otherwise nothing. Names
 * are close if their Jaro-Winkler similarity is at least 0.8 or, for names of three letters and more, if one letter was
 * added, left out, changed, or swapped with its neighbour.
 */
export function suggestion(name: string, known: Iterable<string>): string {
  let best: string | undefined;
  let bestSimilarity = 0.8;
  for (const candidate of known) {
    if (candidate === name) continue;
    const similarity = Math.max(jaroWinkler(name, candidate), isOneEdit(name, candidate) ? 0.8 : 0);
    if (similarity >= bestSimilarity && (best === undefined || similarity > bestSimilarity)) {
      best = candidate;
      bestSimilarity = similarity;
    }
  }
  return best === undefined ? '' : ` (did you mean ${best}?)`;
}

function isOneEdit(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < 3 || Math.abs(a.length - b.length) > 1) return false;
  let from = 0;
  while (from < Math.min(a.length, b.length) && a[from] === b[from]) from++;
  const restA = a.slice(from);
  const restB = b.slice(from);
  if (restA.slice(1) === restB || restA === restB.slice(1) || restA.slice(1) === restB.slice(1)) return true;
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
}

/** 1 for equal texts, 0 for texts with nothing in common. A common start counts more. */
function jaroWinkler(a: string, b: string): number {
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const taken: boolean[] = new Array(b.length).fill(false);
  const common: string[] = [];
  for (let i = 0; i < a.length; i++) {
    const until = Math.min(b.length, i + reach + 1);
    for (let j = Math.max(0, i - reach); j < until; j++) {
      if (taken[j] || a[i] !== b[j]) continue;
      taken[j] = true;
      common.push(a[i] as string);
      break;
    }
  }
  if (common.length === 0) return 0;
  let swapped = 0;
  let at = 0;
  for (let j = 0; j < b.length; j++) if (taken[j] && common[at++] !== b[j]) swapped++;
  const m = common.length;
  const jaro = (m / a.length + m / b.length + (m - swapped / 2) / m) / 3;
  let prefix = 0;
  while (prefix < 4 && prefix < Math.min(a.length, b.length) && a[prefix] === b[prefix]) prefix++;
  return jaro + prefix * 0.1 * (1 - jaro);
}
