const UNITS: [seconds: number, unit: string][] = [
  [86_400, "d"],
  [3600, "h"],
  [60, "min"],
  [1, "s"],
];

/** Whole seconds in words, to the second: 759 → `12 min 39 s`, 3600 → `1 h`, 0 → `0 s`. */
export function exactSpan(seconds: number): string {
  let left = seconds;
  const parts = UNITS.flatMap(([size, unit]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return count > 0 ? [`${count} ${unit}`] : [];
  });
  return parts.length > 0 ? parts.join(" ") : "0 s";
}
