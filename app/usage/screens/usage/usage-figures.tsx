import type { OwnUsage } from "~/usage/inside/figures/read-own-usage.server";
import { formatCoins } from "~/platform/ui/usage-format";
import { formatDate } from "~/platform/ui/format";
import { Stat, StatRow } from "~/platform/ui/stat";
import { Time } from "~/platform/ui/time";

/** The coin balance and how long it lasts. */
export function UsageFigures({ usage }: { usage: OwnUsage }) {
  const { coinsLeft, daysLeft, monthCoins, nextGrant, pace, plan } = usage;
  const none = coinsLeft !== null && coinsLeft <= 0;
  return (
    <StatRow leads>
      <Stat
        label="Coins left (millions)"
        value={
          coinsLeft === null ? "–" : <span className={none ? "text-danger" : undefined}>{formatCoins(coinsLeft)}</span>
        }
        note={
          coinsLeft === null ? "Can’t be shown right now. Reload in a moment." : none ? "Calls are still served." : null
        }
      />
      <Stat
        label="They last"
        value={daysLeft === null ? "–" : daysLeft === 1 ? "1 day" : `${daysLeft} days`}
        note={
          pace > 0 ? `At ${formatCoins(pace)} million a day, the average of the last 7 days` : "Nothing used in 7 days"
        }
      />
      <Stat label="Spent this month (millions)" value={formatCoins(monthCoins)} />
      <Stat
        label="Next coins (millions)"
        value={formatCoins(nextGrant.coins)}
        note={
          <>
            {plan === "pro" ? "PRO" : "FREE"}, on <Time epochSeconds={nextGrant.ts} format={formatDate} />
          </>
        }
      />
    </StatRow>
  );
}
