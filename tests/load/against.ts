import { quantile, readFigures } from "./report";

/** Number of runs of each version. They take turns to be first, so that a machine that slows down affects both. */
const ROUNDS = 3;

/**
 * One benchmark of this version and of the one in `checkout` (after `npm ci` and `npm run build` there), in turns.
 * Prints the median of each figure for both, and this version's share of the other's.
 */
export async function benchAgainst({
  name,
  checkout,
  run,
}: {
  name: string;
  checkout: string;
  run: (checkout: string) => Promise<string>;
}): Promise<void> {
  const [ours, theirs] = [new Map<string, number[]>(), new Map<string, number[]>()];
  const sides = [
    { dir: checkout, seen: theirs },
    { dir: ".", seen: ours },
  ];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { dir, seen } of round % 2 === 0 ? sides : sides.toReversed()) {
      for (const { title, value } of readFigures(await run(dir))) seen.set(title, [...(seen.get(title) ?? []), value]);
    }
  }
  console.log(`\n${name}, ${ROUNDS} runs of each version: median there, here, here ÷ there`);
  for (const [title, values] of ours) {
    const before = theirs.get(title);
    if (before) printRow(title, quantile(before, 0.5), quantile(values, 0.5));
  }
}

function printRow(title: string, there: number, here: number): void {
  const cells = [there, here].map((value) => value.toLocaleString("en", { maximumFractionDigits: 2 }).padStart(12));
  console.log(`  ${title.padEnd(70)} ${cells.join(" ")} ${(here / there).toFixed(2).padStart(6)} ×`);
}
