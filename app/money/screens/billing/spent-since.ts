import { chargesAt, type MoneyReading } from "~/money/shown-money";
import { useMoney } from "~/platform/ui/money";

/** Whole cents that each task has cost since the page's reading. */
export function useSpentSince(loaded: MoneyReading | null): ReadonlyMap<string, number> {
  const charges = useMoney()?.charges ?? new Map();
  if (!loaded) return new Map();
  const before = chargesAt(loaded, loaded.at_ts);
  return new Map([...charges].map(([id, { cents }]) => [id, cents - (before.get(id)?.cents ?? 0)]));
}

export function sumOf(spent: ReadonlyMap<string, number>): number {
  return [...spent.values()].reduce((sum, cents) => sum + cents, 0);
}
