import { formatCents } from "~/platform/ui/format";
import { classes } from "~/platform/ui/classes";

interface BudgetMeterProps {
  spentCents: number;
  cents: number;
  /** Percentages that notify the tenant; each is a mark on the bar. */
  toldAt: number[];
}

const FULL = 100;
const HIGH = 80;

/** Shows how much of the month's budget is spent. */
export function BudgetMeter({ spentCents, cents, toldAt }: BudgetMeterProps) {
  const percent = Math.floor((spentCents * FULL) / cents);
  return (
    <div className="flex flex-col gap-2 tabular-nums">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>
          <span className="font-semibold">{formatCents(spentCents)}</span> of {formatCents(cents)} spent this month
        </span>
        <span className={percent >= FULL ? "font-medium text-danger" : "text-muted"}>{percent}%</span>
      </p>
      <div className="relative">
        <div
          role="meter"
          aria-label="Budget of this month"
          aria-valuenow={Math.min(percent, FULL)}
          aria-valuemin={0}
          aria-valuemax={FULL}
          aria-valuetext={`${percent}%`}
          className="h-2 overflow-hidden rounded-full bg-sunken"
        >
          <div
            className={classes(
              "h-full",
              percent >= FULL ? "bg-danger-fill" : percent >= HIGH ? "bg-warn" : "bg-accent",
            )}
            style={{ width: `${Math.max(0, Math.min(percent, FULL))}%` }}
          />
        </div>
        {toldAt
          .filter((share) => share < FULL)
          .map((share) => (
            <span
              key={share}
              aria-hidden="true"
              className="absolute top-0 h-2 w-px bg-edge"
              style={{ left: `${share}%` }}
            />
          ))}
      </div>
    </div>
  );
}
