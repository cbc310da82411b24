import { db, transaction, type Tx } from "~/platform/db.server";
import { forEach } from "~/platform/for-each";
import { notify } from "~/platform/notify.server";
import { isLower, type LowBalance } from "~/money/cover";
import { CHARGED_TENANTS } from "~/money/list-charged-tenants.server";
import { type Money, readMoneyOf } from "~/money/read-money.server";
import { stopForFunds } from "./inside/tasks/stop-for-funds.server";

/**
 * Warns tenants whose money lasts no longer than 24 h or 1 h, once each until it rises above that again (B7). Stops the
 * tasks of tenants whose money has ended (B8); their volumes are then unpaid (17.4). May run at any time and in several
 * workers at once.
 */
export async function watchBalances({ now }: { now: Date }): Promise<{ warned: number; stopped: number }> {
  const done = { warned: 0, stopped: 0 };
  const watched = await db.query<{ id: number; low_balance: LowBalance }>(
    `select id, low_balance from tenant where id in (${CHARGED_TENANTS}) order by id`,
  );
  const levels = new Map(watched.map((tenant) => [tenant.id, tenant.low_balance]));
  await forEach(await readMoneyOf({ tenantIds: [...levels.keys()], now }), async (money) => {
    const before = levels.get(money.tenantId);
    if (before === undefined || money.secondsLeft === null) return;
    const warn = async () => {
      const warned = await transaction((tx) => changeLevel(tx, money, before, now));
      if (warned) done.warned += 1;
    };
    const stop = async () => {
      const stopped = await transaction((tx) => stopForFunds(tx, { tenantId: money.tenantId, now }));
      done.stopped += stopped.length;
    };
    const due = [...(before === money.lowBalance ? [] : [warn]), ...(money.secondsLeft === 0 ? [stop] : [])];
    await forEach(due, (step) => step());
  });
  return done;
}

const LASTS: Partial<Record<LowBalance, string>> = { "24h": "24 hours", "1h": "1 hour" };

/** The worker that changes the stored level sends the warning, so two workers never both send it. */
async function changeLevel(tx: Tx, money: Money, before: LowBalance, now: Date): Promise<boolean> {
  const { tenantId, lowBalance: level } = money;
  const changed = await tx.query(`update tenant set low_balance = $2 where id = $1 and low_balance = $3 returning id`, [
    tenantId,
    level,
    before,
  ]);
  const lasts = LASTS[level];
  if (changed.length === 0 || lasts === undefined || !isLower(level, before)) return false;
  const cause = `low-balance:${tenantId}:${level}:${now.getTime()}`;
  const end = money.ongoingPph > 0 ? "your tasks will stop" : "your volumes will be unpaid";
  // A day is enough time to act: only the last hour is urgent.
  const [retcode, plea] =
    level === "1h" ? (["ERROR", "Please add funds"] as const) : (["OK", "Add funds in that time"] as const);
  const message = `Your balance lasts for less than ${lasts}. ${plea}, or ${end}.`;
  const mail = { subject: `Your balance lasts less than ${lasts}` };
  const event = {
    type: "balance.low" as const,
    data: {
      lasts_hours: level === "1h" ? (1 as const) : (24 as const),
      seconds_left: money.secondsLeft ?? 0,
      ongoing_pph: money.ongoingPph,
    },
  };
  await notify(tx, { tenantId, retcode, message, url: "/billing", cause, now, mail, event });
  return true;
}
