import { timeLeft } from "~/money/time-left";
import { classes } from "./classes";
import { formatCents, formatClock, formatDate } from "./format";
import { Link } from "./link";
import { useMoney } from "./money";
import { useRootData } from "./use-root-data";

/**
 * The balance on every screen of a customer, as a link to Billing. While money is spent, it adds the cost per hour and
 * how long the balance lasts.
 */
export function HeaderMoney() {
  const money = useMoney();
  const viewer = useRootData()?.viewer;
  if (!money) return null;
  const { balance, cents, secondsLeft, ageSeconds } = money;
  const low = balance.low_balance === "1h" || balance.low_balance === "zero";
  return (
    <Link to={viewer?.hidden.includes("billing") ? "/tasks" : "/billing"} className="header-money">
      <span className="sr-only">Balance </span>
      <span className={classes("font-semibold", low ? "text-danger" : ageSeconds === null ? "" : "text-muted")}>
        {formatCents(cents)}
      </span>
      {balance.ongoing_pph > 0 ? (
        <span className={classes("text-xs whitespace-nowrap", low ? "text-danger" : "text-muted")}>
          {formatCents(balance.ongoing_pph)}
          <span aria-hidden="true">/h</span>
          <span className="sr-only"> per hour</span>
          {secondsLeft === null ? null : (
            <span title={endText(balance.ends_ts)}>
              <span aria-hidden="true"> · ≈ </span>
              <span className="sr-only"> for about </span>
              {timeLeft(secondsLeft)}
            </span>
          )}
        </span>
      ) : null}
    </Link>
  );
}

/** The second at which the money ends when nothing changes (B8), under the pointer. */
function endText(epochSeconds: number | null): string | undefined {
  return epochSeconds === null ? undefined : `Until ${formatDate(epochSeconds)} ${formatClock(epochSeconds)} UTC`;
}
