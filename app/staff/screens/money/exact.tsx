import { classes } from "~/platform/ui/classes";
import type { ExactAmount } from "./money-view";

/** An exact amount: dollars aligned in the column, the rest of a cent below. */
export function Exact({ amount, loud }: { amount: ExactAmount | null; loud?: boolean }) {
  if (!amount) return <span className="text-muted">–</span>;
  return (
    <span className={classes("whitespace-nowrap tabular-nums", loud && !amount.zero && "font-semibold text-danger")}>
      {amount.dollars}
      {amount.rest ? <span className="block text-xs font-normal text-muted">{amount.rest}</span> : null}
    </span>
  );
}
