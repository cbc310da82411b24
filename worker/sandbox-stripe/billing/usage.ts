import type { Kinds } from "../state/kinds";
import type { Sandbox } from "../state/sandbox";

/** Sums a customer's usage by a meter from `start` to before `end`. */
export function usageOf(
  { store }: Sandbox,
  meter: Kinds["billing.meter"],
  given: { customer: string; start: number; end: number },
): number {
  const values = store
    .all("_meter_event")
    .filter((event) => event.event_name === meter.event_name && event.customer === given.customer)
    .filter(({ timestamp }) => timestamp >= given.start && timestamp < given.end)
    .sort((left, right) => left.timestamp - right.timestamp)
    .map(({ value }) => value);
  if (meter.default_aggregation.formula === "count") return values.length;
  if (meter.default_aggregation.formula === "last") return values.at(-1) ?? 0;
  return values.reduce((sum, value) => sum + value, 0);
}
