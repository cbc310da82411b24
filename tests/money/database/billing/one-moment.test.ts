import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { chargeRunning, chargeUpTo } from "~/money/charge-tasks.server";
import { readBalance } from "~/money/read-balance.server";
import { settleTasks } from "~/money/settle-tasks.server";
import { balanceCentsAt, chargesAt, costCents } from "~/money/shown-money";
import { transaction } from "~/platform/db.server";
import { readRootData } from "~/platform/http/root-data.server";
import { takeTime } from "~/platform/time.server";
import { loader as billing } from "~/money/screens/billing/route";
import { loader as budget } from "~/money/screens/budget/route";
import { loader as statementOf } from "~/money/screens/statement/route";
import { formatCents } from "~/platform/ui/format";
import { loader as task } from "~/compute/screens/task/route";
import { loader as tasks } from "~/compute/screens/tasks/route";
import { aVisit, get, type Visit } from "../../../accounts/database/screens/visit";
import { aTenant, theCatalogue } from "../../../support/world";
import { aRunningTask, at, report, type RunningTask } from "./running-task";

const START_CENTS = 10_000;
/** Two rates whose cents never change at the same second, across the times at which charges are posted. */
const SECONDS = [1, 8, 20, 59, 61, 100, 119, 121, 1000];

let tenantId: number;
let visit: Visit;
let running: RunningTask[];

beforeAll(async () => {
  await theCatalogue();
});

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: at(0) });
  takeTime(at(0).getTime());
  const tenant = await aTenant({ dollars: START_CENTS / 100, now: at(-3600) });
  tenantId = tenant.tenantId;
  running = [await aRunningTask({ tenantId, pph: 95 }), await aRunningTask({ tenantId, pph: 190, from: 7 })];
  visit = await aVisit({ userId: tenant.userId });
});

afterEach(() => vi.useRealTimers());

/** Reads the figures of every screen at this second, with all loaders running at once as on a page. */
async function shownAt(second: number) {
  takeTime(at(second).getTime());
  const resvGuid = running[0]?.resvGuid ?? "";
  const [root, list, bill, month, one, statement] = await Promise.all([
    readRootData(get(visit, "/billing")),
    tasks(get(visit, "/tasks")),
    billing(get(visit, "/billing")),
    budget(get(visit, "/billing/budget")),
    task(get(visit, `/tasks/${resvGuid}`, { resvGuid })),
    statementOf(get(visit, "/billing/statements/2026-03", { month: "2026-03" })),
  ]);
  const balance = root.data.money?.balance;
  const { money } = bill;
  if (!balance || !money) throw new Error("no balance");
  const sum = (rows: { cents: number }[]) => rows.reduce((total, { cents }) => total + cents, 0);
  const working = (bill.transactions ?? []).filter(({ kind }) => kind === "task");
  return {
    header: balanceCentsAt(balance, balance.at_ts),
    // The header's reading contains the cost of each row of a list; the row by itself shows the same.
    ofReading: sum([...chargesAt(balance, balance.at_ts).values()]),
    list: sum(list.jobs.map((job) => ({ cents: costCents({ pph: job.pph, seconds: job.uptime }) }))),
    movements: sum(working.map(({ pph, time_s }) => ({ cents: costCents({ pph, seconds: time_s }) }))),
    spend: money.spend.totalCents,
    byTask: sum(money.spend.tasks) + money.spend.others.cents,
    byDay: sum(money.spend.days),
    month: money.budget.spentCents,
    budget: month.budget?.spentCents,
    one: costCents({ pph: one.job.pph, seconds: one.job.uptime }),
    // A task has a line once something is posted.
    closing: second > 60 ? statement.closing : formatCents(balanceCentsAt(balance, balance.at_ts)),
    oneOfReading: chargesAt(balance, balance.at_ts).get(resvGuid)?.cents,
  };
}

test("every screen shows one figure at one second: spent and left add up to the former balance", async () => {
  for (const second of SECONDS) {
    await report(running, second);
    if (second > 60) await chargeRunning({ now: at(second - 1) });
    const { header, one, oneOfReading, closing, ...spent } = await shownAt(second);
    expect({ second, one: oneOfReading, closing, ...spent }).toEqual({
      ...{ second, one, closing: formatCents(header) },
      ...Object.fromEntries(Object.keys(spent).map((name) => [name, START_CENTS - header])),
    });
  }
});

test("a page computes for later seconds what the server then returns, and the end changes no cent", async () => {
  await report(running, 100);
  const { balance: early } = await readBalance({ tenantId, now: at(100) });
  for (const second of [101, 137, 109, 115]) {
    await report(running, second);
    const { balance } = await readBalance({ tenantId, now: at(second) });
    expect(chargesAt(early, balance.at_ts)).toEqual(chargesAt(balance, balance.at_ts));
    expect(balanceCentsAt(early, balance.at_ts)).toBe(balanceCentsAt(balance, balance.at_ts));
  }
  const resvGuids = running.map((one) => one.resvGuid);
  await report(running, 137);
  await transaction(async (tx) => {
    await chargeUpTo(tx, { resvGuids, now: at(137), endAt: at(137) });
    await settleTasks(tx, { resvGuids, now: at(137) });
    await tx.query(
      `update task set state = 'killed', charged_to = null, finished_at = $2 where resv_guid = any($1::uuid[])`,
      [resvGuids, at(137)],
    );
  });
  const { balance } = await readBalance({ tenantId, now: at(138) });
  const later = balanceCentsAt(early, early.at_ts + 37);
  expect([balance.charged, balance.cents_before, balance.dollars_est]).toEqual([[], later, later / 100]);
});

test("the figures stop when the money ends, and show no balance below zero", async () => {
  const { tenantId: poor } = await aTenant({ dollars: 1, now: at(-3600) });
  const large = await aRunningTask({ tenantId: poor, pph: 36_000 });
  // 10 cents a second: the dollar lasts 10 seconds.
  await report([large], 4);
  const { balance: early } = await readBalance({ tenantId: poor, now: at(4) });
  expect(balanceCentsAt(early, early.at_ts)).toBe(60);
  expect(balanceCentsAt(early, early.at_ts + 60)).toBe(0);
  await report([large], 30);
  const { balance: late } = await readBalance({ tenantId: poor, now: at(30) });
  expect([balanceCentsAt(late, late.at_ts), chargesAt(late, late.at_ts).get(large.resvGuid)]).toEqual([
    0,
    { seconds: 10, cents: 100 },
  ]);
});
