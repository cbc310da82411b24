import { useLocation } from "@remix-run/react";
import { useState } from "react";
import { timeLeft } from "~/money/time-left";
import { ButtonLink } from "./button-link";
import { classes } from "./classes";
import { formatClock, formatDate } from "./format";
import { useMoney } from "./money";
import { Time } from "./time";
import { type Tone, TONE_SOFT } from "./tone";
import { useMayAddFunds, useRootData } from "./use-root-data";

/**
 * Shows live when the money ends at the present spend, to the second (B8). It appears on every page while tasks run and
 * the balance lasts less than a day and automatic top-up does not add to it. Otherwise, and until the next page once the last day begins, only the header shows it.
 */
export function MoneyEnd() {
  const money = useMoney();
  const mayAddFunds = useMayAddFunds();
  const toppedUp = useRootData()?.toppedUp ?? false;
  const hasJustBegun = useJustBegun(money?.balance.low_balance ?? "none");
  if (!money || hasJustBegun) return null;
  const { balance, secondsLeft: left } = money;
  const { ends_ts: end } = balance;
  if (left === null || end === null) return null;
  if (balance.low_balance === "none" || (balance.low_balance === "24h" && toppedUp)) return null;
  const tone: Tone = balance.low_balance === "24h" ? "warn" : "danger";
  return (
    <aside aria-label="When your money ends" className={classes("border-b text-sm", TONE_SOFT[tone])}>
      <div className="page-row min-h-10 justify-between gap-x-4 py-2 md:py-1">
        <p>{left === 0 ? USED_UP : <Until end={end} left={left} />}</p>
        {mayAddFunds ? (
          <ButtonLink size="small" to="/billing/add-funds">
            Add Funds
          </ButtonLink>
        ) : null}
      </div>
    </aside>
  );
}

/**
 * Returns whether the last day began while this page is open. The header shows it at once. The line waits for the next
 * page, so that nothing moves under a finger. The line of the last hour does not wait.
 */
function useJustBegun(low: string): boolean {
  const { key } = useLocation();
  const [first, setFirst] = useState({ key, low });
  if (first.key !== key) setFirst({ key, low });
  return low === "24h" && first.low === "none";
}

const USED_UP = "Your balance is used up. Your tasks are being stopped.";

function Until({ end, left }: { end: number; left: number }) {
  return (
    <>
      At the current rate your balance lasts until{" "}
      <strong className="font-semibold">
        <Time epochSeconds={end} format={formatSecond} zoned />
      </strong>
      {/* On a phone the header above shows it. */}
      <span className="whitespace-nowrap tabular-nums max-sm:hidden"> ({timeLeft(left)} left)</span>; then all your
      tasks stop.
    </>
  );
}

/** `31.01.2024 13:23:04` */
function formatSecond(epochSeconds: number): string {
  return `${formatDate(epochSeconds)} ${formatClock(epochSeconds)}`;
}
