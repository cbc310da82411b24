import { formatCents } from "~/platform/ui/format";
import { useMoney } from "~/platform/ui/money";
import { Stale } from "~/platform/ui/stale";
import { TextLink } from "~/platform/ui/text-link";

/**
 * The balance, and the present spend per hour unless it is 0.00. The bar above every page shows how long the balance
 * lasts.
 */
export function BalanceLine() {
  const money = useMoney();
  if (!money) return null;
  const { balance, cents, ageSeconds } = money;
  const empty = balance.low_balance === "zero" && balance.seconds_left === null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <span>
        Balance <strong className="text-base font-semibold text-ink tabular-nums">{formatCents(cents)}</strong>
      </span>
      {balance.ongoing_pph > 0 ? (
        <span className="tabular-nums">{formatCents(balance.ongoing_pph)} per hour</span>
      ) : null}
      {empty ? <TextLink to="/billing">Add funds</TextLink> : null}
      <Stale ageSeconds={ageSeconds} />
    </p>
  );
}
