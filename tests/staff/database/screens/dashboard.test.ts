import { makeWorkerUtils } from "graphile-worker";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { JOB_WAIT_MAX_S, leaseOfPool } from "~/platform/job-queue.server";
import { readUsageNow } from "~/usage/read-usage-now.server";
import { action, loader } from "~/staff/screens/dashboard/route";
import { storeEvents } from "../../../support/usage-events";
import { aNode, aTenant, theCatalogue } from "../../../support/world";
import { readCsv } from "../../../support/csv";
import { makeRole } from "~/staff/inside/roles/change-roles.server";
import { setRole } from "~/staff/inside/set-role.server";
import type { StaffRight } from "~/platform/staff-rights";
import { answerOf, aVisit, get, post, thrownBy, type Visit } from "../../../accounts/database/screens/visit";
import { aTask, aTenantRow } from "../../../compute/database/tasks/support";
import { type Staff, theStaff } from "../../../platform/database/screens/staff";

const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS);
let staff: Staff;

beforeAll(async () => {
  await theCatalogue();
  staff = await theStaff();
});
beforeEach(async () => {
  await db.query(`delete from node`);
  await db.query(`delete from task`);
  await db.query(`delete from top_up`);
  await db.query(
    `insert into job_lease (job, holder, session, fence, expires_at) values ($1, 'a', 1, 1, now() + interval '1 hour')
     on conflict do nothing`,
    [leaseOfPool("pool-a")],
  );
});

const shown = async () => {
  const { attention, money, gpuUse, usage, today } = await loader(get(staff.support, "/dashboard"));
  if (!attention || !money || !gpuUse || !usage || !today) throw new Error("a part of the dashboard was not read");
  return { attention, money, gpuUse, usage, today };
};
const texts = ({ attention }: Awaited<ReturnType<typeof shown>>) => attention.concerns.map(({ text }) => text);

async function aTopUp(given: { state: string; message: string; askedAt: Date }): Promise<void> {
  await db.query(
    `insert into top_up (topup_id, tenant_id, cents, way, state, message, created_at, asked_at)
     values (gen_random_uuid(), $1, 5000, 'saved_card', $2, $3, $4, $4)`,
    [staff.tenant.tenantId, given.state, given.message, given.askedAt],
  );
}

describe("The dashboard shows faults", () => {
  test("of a cluster's scheduler: that it cannot be asked, or that its token ends, with the way there (20.11)", async () => {
    await db.query(
      `with made as (insert into engine (kind, url, settings, state, why) values ('slurm', 'https://slurm.test', '{}', 'unreachable', 'no answer')
         returning id) update cluster set engine_id = made.id from made where name = 'ams2'`,
    );
    const concerns = async () =>
      (await shown()).attention.concerns.filter(({ to }) => to === "/dashboard/clusters/ams2").map(({ text }) => text);
    expect(await concerns()).toEqual(["ams2: its scheduler cannot be asked"]);
    await db.query(`update engine set credentials_until = $1`, [ago(-100)]);
    expect(await concerns()).toEqual([
      "ams2: its scheduler cannot be asked",
      "ams2: the token of its scheduler ends within 7 days",
    ]);
    await db.query(`update engine set credentials_until = $1`, [ago(1)]);
    expect(await concerns()).toEqual(["ams2: the token of its scheduler has ended"]);
    await db.query(`update cluster set engine_id = null`);
    expect(await concerns()).toEqual([]);
  });

  test("of deletions that have waited for money for a day: only staff can send it back or restore the account (6.9)", async () => {
    const [first, second, young, running] = [await aTenant(), await aTenant(), await aTenant(), await aTenant()];
    const askedBy = async ({ userId }: { userId: number }, askedAt: Date, step = "close") =>
      await db.query(`insert into account_deletion (user_id, emails, asked_at, step) values ($1, '{}', $2, $3)`, [
        ...[userId, askedAt, step],
      ]);
    await askedBy(first, ago(50));
    await askedBy(second, ago(30));
    await askedBy(young, ago(23));
    await askedBy(running, ago(60), "end-tasks");
    const concerns = async () => (await shown()).attention.concerns.filter(({ act }) => act === "See the account");
    expect(await concerns()).toMatchObject([
      { text: "2 deletions of accounts wait for money, the longest for 2 d 2 h", to: `/users/view/${first.userId}` },
    ]);
    await db.query(`delete from account_deletion`);
    expect(await concerns()).toEqual([]);
  });

  test("none if there are none", async () => {
    await aNode();
    const screen = await shown();
    expect(texts(screen)).toEqual([]);
  });

  test("queued jobs that no worker takes, that are late or that failed for good, each kind with its figures", async () => {
    await db.query(`delete from job_lease`);
    expect(texts(await shown())).toEqual(["No worker runs queued jobs: emails, top-ups and checks wait"]);
    const utils = await makeWorkerUtils({ connectionString: process.env["DATABASE_URL"] ?? "" });
    await utils.migrate();
    await utils.release();
    await db.query(`select graphile_worker.add_job(name) from unnest($1::text[]) as name`, [["prune", "send-mail"]]);
    await db.query(`update graphile_worker._private_jobs set run_at = now() - $1 * interval '1 second'`, [
      JOB_WAIT_MAX_S + 5,
    ]);
    await db.query(
      `update graphile_worker._private_jobs set attempts = max_attempts, key = 'wake:prune', run_at = run_at - interval '1 day',
         last_error = E'the disk is full\nat …'
       where task_id = (select id from graphile_worker._private_tasks where identifier = 'prune')`,
    );
    const screen = await shown();
    expect(texts(screen).slice(1)).toEqual(["1 queued job failed for good", "A queued job has been due for 10 min"]);
    expect(screen.attention.concerns.map(({ to }) => to)).toEqual(Array(3).fill("#queued-jobs"));
    expect(screen.attention.jobs).toMatchObject({
      runs: false,
      rows: [
        { job: "prune", due: 0, failed: 1, error: "the disk is full" },
        { job: "send-mail", due: 1, failed: 0 },
      ],
    });
    await db.query(`delete from graphile_worker._private_jobs`);
  });

  test("an operator retries a job that failed for good, once for all of its kind, and the audit records it", async () => {
    const utils = await makeWorkerUtils({ connectionString: process.env["DATABASE_URL"] ?? "" });
    await utils.migrate();
    for (let night = 0; night < 3; night += 1) await utils.addJob("check-audit", { _cron: {} });
    await utils.release();
    await db.query(`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'no room'`);
    const retry = (who: Staff["operator"], job: string) =>
      action(post(who, "/dashboard", { intent: "retry-job", job }));
    expect((await thrownBy(retry(staff.support, "check-audit"))).status).toBe(403);
    expect((await shown()).attention.jobs.rows).toMatchObject([{ job: "check-audit", failed: 3, error: "no room" }]);
    expect(await answerOf(await retry(staff.operator, "check-audit"))).toMatchObject({ status: 303 });
    const left = await db.query(`select attempts, run_at <= now() as due from graphile_worker._private_jobs`);
    expect(left).toEqual([{ attempts: 0, due: true }]);
    const [audit] = await db.query(`select target, before from audit_row where action = 'job.retry'`);
    expect(audit).toEqual({ target: "job:check-audit", before: { failed: 3, error: "no room" } });
    // Somebody else was faster.
    expect((await thrownBy(retry(staff.operator, "check-audit"))).status).toBe(404);
    await db.query(`delete from graphile_worker._private_jobs`);
  });

  test("nodes, incidents, refused payments and long waits, each with its screen", async () => {
    await aNode({ health: "dead" });
    await aNode({ health: "error" });
    await aNode({ health: "error" });
    const tenantId = await aTenantRow();
    await aTask({ tenantId, state: "incident", taskName: "away" });
    await aTask({ tenantId, state: "lost", acceptedAt: ago(2) });
    await aTask({ tenantId, state: "lost", acceptedAt: ago(25) });
    await aTask({ tenantId, state: "queued", acceptedAt: ago(3) });
    await aTopUp({ state: "failed", message: "Your card was declined.", askedAt: ago(1) });
    await aTopUp({ state: "failed", message: "", askedAt: ago(1) });
    await aTopUp({ state: "failed", message: "Your card was declined.", askedAt: ago(25) });
    const screen = await shown();
    expect(screen.attention.concerns).toEqual([
      { text: "1 node is dead", act: "See the dead nodes", to: "/dashboard/nodes?show=dead", tone: "danger" },
      {
        text: "2 nodes report errors or need a reboot",
        act: "See the nodes",
        to: "/dashboard/nodes?show=attention",
        tone: "danger",
      },
      {
        text: "2 tasks are in an incident or lost within 24 hours",
        act: "See the tasks",
        to: "#incidents",
        tone: "danger",
      },
      {
        text: "1 card payment refused within 24 hours",
        act: "See the payments",
        to: "#refused-payments",
        tone: "warn",
      },
      { text: "A task has been waiting for 3 h 0 min", act: "See the queue", to: "/dashboard/scheduled", tone: "warn" },
    ]);
    expect(screen.attention.incidents.rows.map(({ state }) => state)).toEqual(["lost", "incident"]);
    expect(screen.attention.payments.rows).toMatchObject([{ cents: 5000, tenantName: staff.tenant.tenantName }]);
  });

  test("money that does not add up", async () => {
    await db.query(`insert into reconcile_check (name, state, checked_at) values ('ledger', 'differs', now())`);
    await db.query(
      `insert into reconcile_difference (check_name, kind, subject, text, first_seen_at, last_seen_at)
       values ('ledger', 'imbalance', 'ledger', 'off', now(), now())`,
    );
    expect(texts(await shown())).toEqual(["Money: 1 difference"]);
    await db.query(`delete from reconcile_difference`);
    await db.query(`delete from reconcile_check`);
  });
});

describe("The dashboard shows the use of models", () => {
  test("today against the same minute of the same day last week, rejections, and the delay of events", async () => {
    const { usage: none } = await shown();
    expect(none).toMatchObject({ today: { calls: 0, coins: 0 }, before: { calls: 0, coins: 0 }, sent: 0, lagMs: null });
    const now = new Date("2026-03-31T14:37:30Z");
    const week = (time: string) => new Date(`2026-03-24T${time}Z`);
    const by = { userId: staff.tenant.userId, tenantId: staff.tenant.tenantId };
    await storeEvents(
      [
        { ts: now, ...by, calls: 5, coins: 1_500_000 },
        { ts: new Date("2026-03-31T00:00:00Z"), ...by, model: "other", kind: "agent", coins: 1 },
        { ts: new Date("2026-03-30T23:59:59Z"), ...by, calls: 100 },
        ...[week("00:00:00"), week("13:59:59"), week("14:00:00"), week("14:36:59")].map((ts) => ({
          ts,
          ...by,
          coins: 2,
        })),
        // Within the present minute, and after it.
        ...[week("14:37:00"), week("15:00:00"), new Date("2026-03-23T23:59:59Z")].map((ts) => ({
          ts,
          ...by,
          calls: 1000,
        })),
      ],
      { now },
    );
    await db.query(
      `with made as (insert into usage_source (name, created_by) values ('dash', $1) returning id)
       insert into usage_intake (source_id, minute, requests, accepted, duplicates, rejected, lag_ms)
       select id, minute::timestamptz, 1, accepted, 1, rejected, lag from made cross join (values
         ('2026-03-31 14:36:00Z', 2, 3, 9000), ('2026-03-31 14:33:00Z', 1, 0, 3000), ('2026-03-31 09:00:00Z', 10, 4, 90000),
         ('2026-03-30 23:59:00Z', 7, 7, 7)) as came(minute, accepted, rejected, lag)`,
      [by.userId],
    );
    expect(await readUsageNow({ now })).toEqual({
      today: { calls: 6, coins: 1_500_001 },
      before: { calls: 4, coins: 8 },
      ...{ sent: 23, rejected: 7, lagMs: 4000 },
    });
  });

  test("a part that cannot be read leaves the others", async () => {
    await db.query(`alter table usage_intake rename to usage_intake_away`);
    const page = await loader(get(staff.support, "/dashboard"));
    await db.query(`alter table usage_intake_away rename to usage_intake`);
    expect([page.usage, page.money === null, page.attention === null]).toEqual([null, false, false]);
  });
});

describe("The dashboard shows money", () => {
  test("charges of each hour next to yesterday's, top-ups of the day, and who owes", async () => {
    const { money: before } = await shown();
    await db.query(
      `insert into ledger_hour (hour, account, unit, kind, writer, units, entries)
       select date_trunc('day', now(), 'UTC') - days * interval '1 day', account, 'usd', kind, 1, dollars * 360000, 2
       from (values (0, 'revenue', 'task', 12), (1, 'revenue', 'task', 5), (0, 'provider', 'topup', -75),
         (0, 'provider', 'refund', 20), (1, 'provider', 'topup', -30)) as moved(days, account, kind, dollars)`,
    );
    await db.query(`update tenant_figures set owed = 4 * 360000 where tenant_id = $1`, [staff.tenant.tenantId]);
    const { money } = await shown();
    expect(money.topUps - before.topUps).toBe(75);
    expect(money.hours).toHaveLength(24);
    expect(money.hours[0]).toMatchObject({ today: 12, yesterday: 5 });
    expect(money.hours.filter(({ today }) => today !== null)).toHaveLength(money.fullHours + 1);
    expect([money.charges, money.chargesYesterday]).toEqual([12, 5]);
    expect(money.owing).toEqual({
      ...{ tenants: 1, dollars: 4 },
      most: [{ tenantName: staff.tenant.tenantName, dollars: 4 }],
    });
    await db.query(`update tenant_figures set owed = 0`);
    await db.query(`delete from ledger_hour where writer = 1`);
    expect((await shown()).money.owing).toEqual({ tenants: 0, dollars: 0, most: [] });
  });

  test("its tables are files too", async () => {
    const args = get(staff.support, "/dashboard?format=csv&table=charges");
    await thrownBy(loader(args));
    const rows = readCsv((await args.context.facts?.file?.text()) ?? "");
    expect(rows).toHaveLength(24);
    expect(Object.keys(rows[0] ?? {})).toEqual(["Hour", "Today, dollars", "Yesterday, dollars"]);
  });
});

describe("The dashboard shows capacity", () => {
  test("by cluster: GPUs busy, in service, and out of service", async () => {
    await aNode({ gpus: 8 });
    await aNode({ gpus: 4, drain: 1 });
    const { gpuUse } = await shown();
    expect(gpuUse.now).toEqual([{ cluster: "fra1", busy: 0, inService: 8, outOfService: 4 }]);
    expect(gpuUse.total).toEqual({ busy: 0, inService: 8, outOfService: 4 });
  });
});

describe("The dashboard shows what changed today", () => {
  test("sign-ups, incidents and acts of staff, newest first; acts about people only to admins (A21)", async () => {
    await db.query(`update user_account set created_at = now() - interval '2 days'`);
    const user = await aTenant({ dollars: 0 });
    await aTask({ tenantId: await aTenantRow(), state: "lost", taskName: "gone", acceptedAt: new Date() });
    for (const [action, target] of [
      ["node.drain", "node:fra1-1"],
      ["user.suspend", "user:7"],
      ["user.view", "user:7"],
    ])
      await db.query(
        `insert into audit_row (user_id, role, action, target, after) values ($1, 'operator', $2, $3, '{"drain": 1}')`,
        [staff.tenant.userId, action, target],
      );
    const seenBy = async (who: Staff["operator"]) =>
      (await loader(get(who, "/dashboard"))).today?.map(({ what, to }) => `${what} ${to}`).sort();
    const all = [
      "Mode of a node /dashboard/nodes?q=fra1-1",
      `New user /users/view/${user.userId}`,
      expect.stringMatching(/^Task lost \/users\/stats\//),
    ];
    expect(await seenBy(staff.operator)).toEqual(all);
    expect(await seenBy(staff.admin)).toEqual(["Job: retry null", ...all, "User suspended /users/view/7"]);
    expect((await shown()).today.find(({ what }) => what === "Mode of a node")?.detail).toBe("Drain");
    await db.query(
      `insert into audit_row (user_id, role, action, target, after)
       values ($1, 'operator', 'node.plan', 'node:fra1-1', '{"from": "2026-12-11T15:42:00.000Z"}')`,
      [staff.tenant.userId],
    );
    expect((await shown()).today[0]?.detail).toBe("from: 11.12.2026 15:42 UTC");
  });
});

describe("The dashboard shows incidents that are over", () => {
  test("to those who see the fleet, and to those who give refunds", async () => {
    const resvGuid = await aTask({ tenantId: staff.tenant.tenantId, state: "finished" });
    const { userId: adminId } = await aTenant({ role: "admin", dollars: 0 });
    await db.query(`update task set incidents = 1 where resv_guid = $1`, [resvGuid]);
    await db.query(
      `insert into task_event (resv_guid, at, from_state, to_state)
       values ($1, $2, 'running', 'incident'), ($1, $3, 'incident', 'running')`,
      [resvGuid, ago(3), ago(2)],
    );
    const clerk = async (...rights: StaffRight[]) => {
      const { tenantId, userId } = await aTenant({ dollars: 0 });
      const [label, now] = [`Clerk ${tenantId}`, new Date()];
      const by = { requestId: "test", now };
      await makeRole({ ...by, userId: adminId }, { label, rights });
      await setRole({ ...by, actorId: adminId, userId, role: `clerk-${tenantId}` });
      return await aVisit({ userId });
    };
    const past = async (visit: Visit) => (await loader(get(visit, "/dashboard"))).past;
    expect(await past(staff.support)).toMatchObject([{ key: resvGuid }]);
    expect(await past(await clerk("customers.see", "money.see", "refunds.give"))).toMatchObject([{ key: resvGuid }]);
    expect(await past(await clerk("customers.see", "money.see"))).toBeNull();
  });
});
