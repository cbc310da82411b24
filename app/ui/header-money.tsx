import { classes } from "./classes";
import { formatCents, formatDollars } from "./format";
import { Link } from "./link";
import { useMoney } from "./money";
import { useRootData } from "./use-root-data";

/** Balance, and what is spent per hour when that is not 0.00, on every screen of a customer; it leads to Billing. */
export function HeaderMoney() {
  const money = useMoney();
  const viewer = useRootData()?.viewer;
  const isCustomer = viewer?.role === "customer";
  if (!money) return null;
  const { balance, ageSeconds } = money;
  // Staff who run nothing have no balance to look after: theirs is no warning on every screen.
  const isWatched = isCustomer || balance.ongoing_pph > 0;
  const low = isWatched && (balance.low_balance === "1h" || balance.low_balance === "zero");
  return (
    <Link
      to={viewer?.hidden.includes("billing") ? "/tasks" : "/billing"}
      className="flex flex-col items-end rounded-control px-2 py-0.5 text-sm leading-tight tabular-nums hover:bg-sunken"
    >
      <span className="sr-only">Balance </span>
      <span
        className={classes(
          isWatched ? "font-semibold" : "font-medium",
          low ? "text-danger" : isWatched && ageSeconds === null ? "" : "text-muted",
        )}
      >
        {formatDollars(balance.dollars_est)}
      </span>
      {balance.ongoing_pph > 0 ? (
        <span className="text-xs text-muted">
          {formatCents(balance.ongoing_pph)}
          <span aria-hidden="true">/h</span>
          <span className="sr-only"> per hour</span>
        </span>
      ) : null}
    </Link>
  );
}
