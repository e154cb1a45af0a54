const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** Writes a size for people, in the largest unit that keeps it whole: `32 MiB`, `1500 bytes`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (unit < units.length - 1 && value >= 1024 && value % 1024 === 0) {
    value /= 1024;
    unit++;
  }
  return `${value} ${units[unit]}`;
}
