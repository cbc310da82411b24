import { timeLeft } from "~/money/time-left";
import { formatCents, formatDollars } from "~/platform/ui/format";
import { useMoney } from "~/platform/ui/money";
import { Stale } from "~/platform/ui/stale";
import { Stat, StatRow } from "~/platform/ui/stat";
import { Time } from "~/platform/ui/time";

/** The balance, running costs, how long it lasts, and the month's spending. */
export function Standing({ spentCents }: { spentCents: number | null }) {
  const money = useMoney();
  if (!money) return null;
  const { balance, cents, secondsLeft, ageSeconds } = money;
  return (
    <StatRow leads>
      <Stat label="Balance" value={formatCents(cents)} note={<Stale ageSeconds={ageSeconds} />} />
      {balance.dollars_pending > 0 ? (
        <Stat label="Pending" value={formatDollars(balance.dollars_pending)} note="Not in the balance yet" />
      ) : null}
      {balance.ongoing_pph > 0 ? (
        <Stat label="Expenses per hour" value={formatCents(balance.ongoing_pph)} note="While all your tasks run" />
      ) : null}
      {secondsLeft === null ? null : (
        <Stat
          label="Lasts for"
          value={timeLeft(secondsLeft)}
          note={
            balance.ends_ts === null ? null : (
              <>
                Until <Time epochSeconds={balance.ends_ts} zoned />
              </>
            )
          }
        />
      )}
      {spentCents === null ? null : (
        <Stat label="Spent this month" value={formatCents(spentCents)} note="On tasks, UTC" />
      )}
    </StatRow>
  );
}
