import { addEndpoint } from "~/accounts/inside/endpoints/change-endpoints.server";
import { insertKey } from "~/accounts/insert-key.server";
import { createTemplate } from "~/compute/change-template.server";
import { announceTasks } from "~/compute/inside/tasks/announce-tasks.server";
import { refundIncident } from "~/money/refund-incident.server";
import { centsText } from "~/platform/cents-text";
import { dayOf } from "~/platform/day-range";
import { db, type Tx, transaction } from "~/platform/db.server";
import { type Notice, notifyAll } from "~/platform/notify.server";
import { recordActive } from "~/staff/record-active.server";
import type { DemoTask, DemoTopUp } from "./seed-history/business";
import { chanceOf } from "~/platform/chance";
import { placeTasks } from "./seed-history/place-tasks";
import { hasStrangers } from "./seed-history/seed-history";
import { writeCharges, writeTopUp } from "./seed-history/write-money";
import { overAt, REASONS, writeTasks } from "./seed-history/write-tasks";
import { writeTraces } from "./seed-history/write-traces";

const CUSTOMER = "customer@millrace.example";
const TEAM_MATE = "teammate@millrace.example";
const SEED = 20240225;
const MINUTE_MS = 60_000;

type Kind = Pick<DemoTask, "cluster" | "gpuType"> & { cents: number };
const A5000: Kind = { cluster: "fra1", gpuType: "a5000", cents: 95 };
const A100: Kind = { cluster: "ams2", gpuType: "a100", cents: 249 };

type Past = [name: string, kind: Kind, gpus: number, hours: number, hoursAgo: number, tags: string[]];
/** Past tasks, the oldest first. With the credit, the top-ups and the refund, $100.45 are left. */
const FINISHED: Past[] = [
  ["hello-gpu", A5000, 1, 1, 506.7, []],
  ["llama-lora-1", A5000, 2, 6, 481.6, ["llama"]],
  ["llama-eval-1", A5000, 1, 4, 388.8, ["llama", "eval"]],
  ["sdxl-batch", A100, 1, 5, 340.4, ["images"]],
  ["llama-lora-3", A5000, 4, 5, 268.9, ["llama"]],
  ["embeddings", A100, 2, 3, 221.7, ["search"]],
  ["resnet-sweep-2", A5000, 4, 5, 148.3, ["vision"]],
  ["whisper-eu", A100, 1, 9, 100.8, ["speech"]],
  ["llama-eval-2", A5000, 1, 7, 52.4, ["llama", "eval"]],
  ["llama-lora-4", A5000, 2, 6, 26.6, ["llama"]],
];
const KILLED: Past = ["llama-lora-2", A5000, 2, 9, 436.2, ["llama"]];
const FAILED: Past = ["search-index", A5000, 1, 0, 292.5, ["search"]];
const LOST: Past = ["resnet-sweep-1", A5000, 4, 3, 172.8, ["vision"]];
const TOP_UPS = [
  { cents: 5000, hoursAgo: 499.4 },
  { cents: 10_000, hoursAgo: 269.3 },
];
const ENDPOINT = "https://hooks.millrace.example/gpu-tasks";
/** The last tasks whose ends were sent to its endpoint, and whose logs and loads are not over 7 days old. */
const LATEST = 4;
const BY_TEAM_MATE = new Set(["llama-eval-1", "llama-eval-2"]);

interface Who {
  tenantId: number;
  userId: number;
}

/**
 * Gives the demo's customer a past of three weeks, so that their screens have something to show: tasks, money,
 * notices, a
 * team mate, a template, an API key, and a webhook. Created once, and only with the demo's own users. Nothing is
 * mailed.
 * Returns true if it created it.
 */
export async function seedLife(now: Date): Promise<boolean> {
  const [who] = await db.query<Who>(
    `select u.tenant_id as "tenantId", u.id as "userId" from user_account u where u.email = $1
       and not exists (select from task where tenant_id = u.tenant_id)`,
    [CUSTOMER],
  );
  if (!who || (await hasStrangers())) return false;
  await seedTemplate(who, before(now, 14 * 24));
  const by = { ...who, requestId: "", now: before(now, 10 * 24) };
  const endpointId = await seedEndpoint(by);
  const chance = chanceOf(SEED);
  const taskOf = (past: Past, state: DemoTask["state"]) => aTask(past, { state, resvGuid: chance.uuid(), now });
  const asked = [
    ...FINISHED.map((past) => taskOf(past, "finished")),
    ...[taskOf(KILLED, "killed"), taskOf(FAILED, "failed"), taskOf(LOST, "lost")],
  ].toSorted((one, other) => one.startedAt.getTime() - other.startedAt.getTime());
  const placed = await placeTasks(
    asked.map((task) => ({ tenantName: CUSTOMER, task })),
    now,
  );
  const tasks = placed.map(({ task }) => task);
  const topUps = TOP_UPS.map(({ cents, hoursAgo }): DemoTopUp => {
    const topupId = chance.uuid();
    const paymentIntentId = `pi_demo_${topupId.replaceAll("-", "")}`;
    return { topupId, paymentIntentId, cents, at: before(now, hoursAgo), refusal: null };
  });
  const mate = await transaction(async (tx) => {
    const member = await seedTeamMate(tx, who, before(now, 19 * 24));
    await seedKey(tx, who, now);
    // As it happened: each line of the account shows the balance after it.
    const steps = [
      ...topUps.map((topUp) => ({ at: topUp.at, write: () => writeTopUp(tx, who.tenantId, topUp) })),
      ...tasks.map((task) => ({
        at: overAt(task),
        write: () => writeWholeTask(tx, starterOf(task, who, member), task),
      })),
    ].toSorted((one, other) => one.at.getTime() - other.at.getTime());
    for (const { write } of steps) await write();
    await notifyAll(tx, [
      ...topUps.map((topUp) => noticeOf(who, topUp)),
      ...tasks.flatMap((task) => newsOf(who, task)),
    ]);
    await writeSpend(tx, member);
    for (const task of tasks.slice(-LATEST)) {
      await writeTraces(tx, task);
      await announceTasks(tx, [{ resvGuid: task.resvGuid, from: "stopping", to: task.state }], overAt(task));
    }
    await deliverAll(tx, endpointId);
    return member;
  });
  await recordActive([
    ...topUps.map(({ at }) => ({ userId: who.userId, day: dayOf(at) })),
    ...tasks.map((task) => ({ userId: starterOf(task, who, mate).userId, day: dayOf(task.startedAt) })),
  ]);
  return true;
}

function starterOf({ taskName }: DemoTask, who: Who, mate: Who): Who {
  return BY_TEAM_MATE.has(taskName) ? mate : who;
}

function before(now: Date, hours: number): Date {
  return new Date(Math.floor(now.getTime() / 1000 - hours * 3600) * 1000);
}

function aTask(
  [taskName, { cents, ...kind }, gpus, hours, hoursAgo, tags]: Past,
  { now, ...more }: Pick<DemoTask, "state" | "resvGuid"> & { now: Date },
): DemoTask {
  return { taskName, ...kind, gpus, pph: cents * gpus, startedAt: before(now, hoursAgo), hours, tags, ...more };
}

async function writeWholeTask(tx: Tx, who: Who, task: DemoTask): Promise<void> {
  await writeTasks(tx, who, [task]);
  await writeCharges(tx, who.tenantId, [task]);
  if (task.state === "lost") await refundIncident(tx, { resvGuid: task.resvGuid, now: overAt(task) });
}

function noticeOf({ tenantId }: Who, { topupId, cents, at }: DemoTopUp): Notice {
  const message = `Your top-up of ${centsText(BigInt(cents))} has been added to your balance.`;
  return { tenantId, retcode: "OK", message, url: "/billing", cause: `topup-settled:${topupId}`, now: at };
}

function newsOf({ tenantId }: Who, task: DemoTask): Notice[] {
  const { resvGuid, taskName, state } = task;
  const said = { tenantId, retcode: "ERROR" as const, url: `/tasks/${resvGuid}`, now: overAt(task) };
  const message = {
    failed: `Task ${taskName} failed: ${REASONS.failed}.`,
    lost: `Task ${taskName} was lost: ${REASONS.lost}. Up to 15 minutes of its charge were refunded.`,
  };
  return state === "failed" || state === "lost"
    ? [{ ...said, message: message[state], cause: `${state}:${resvGuid}` }]
    : [];
}

async function seedTeamMate(tx: Tx, { tenantId }: Who, at: Date): Promise<Who> {
  const [mate] = await tx.query<Who>(
    `with mate as (update user_account set last_tenant_id = $1 where email = $2 returning id)
     insert into member (tenant_id, user_id, role, joined_at) select $1, id, 'member', $3 from mate
     returning tenant_id as "tenantId", user_id as "userId"`,
    [tenantId, TEAM_MATE, at],
  );
  if (!mate) throw new Error(`${TEAM_MATE} is missing`);
  await tx.query(`update tenant set display_name = 'Demo team' where id = $1`, [tenantId]);
  return mate;
}

/** Writes the sums by month of a member's tasks, as charging does. */
async function writeSpend(tx: Tx, { tenantId, userId }: Who): Promise<void> {
  await tx.query(
    `insert into member_spend (tenant_id, user_id, month, units)
     select $1, $2, date_trunc('month', posted.at at time zone 'UTC')::date, sum(charge.units)
     from task join task_charge charge using (resv_guid) join ledger_transaction posted on posted.id = charge.transaction_id
     where task.tenant_id = $1 and task.created_by_id = $2 group by 3`,
    [tenantId, userId],
  );
}

/** Seeds a key of a program that reads; nobody knows the key itself. */
async function seedKey(tx: Tx, who: Who, now: Date): Promise<void> {
  const line = { dayCents: 40_00, totalCents: null };
  const named = { name: "ci-runner", scopes: ["read" as const, "tasks" as const], networks: [], expiresAt: null, line };
  const { keyId } = await insertKey(tx, { kind: "named", ...who, named, now: before(now, 16 * 24) });
  await tx.query(`update api_key set used_at = $2, used_from = '203.0.113.24' where id = $1`, [
    ...[keyId, new Date(now.getTime() - 95 * MINUTE_MS)],
  ]);
}

async function seedTemplate(who: Who, now: Date): Promise<void> {
  const [known] = await db.query(`select from template where tenant_id = $1 limit 1`, [who.tenantId]);
  if (known) return;
  await createTemplate(
    { ...who, now },
    {
      ...{ name: "llama-lora", image: "pytorch", start_command: "python3 train.py --config $CONFIG" },
      environment: [{ name: "CONFIG", value: "configs/lora-8b.yaml", secret: false }],
      ...{ http_ports: [6006], volume_path: "/workspace" },
    },
  );
}

async function seedEndpoint(by: Who & { requestId: string; now: Date }): Promise<string> {
  const [known] = await db.query<{ id: string }>(`select id from webhook_endpoint where tenant_id = $1 limit 1`, [
    by.tenantId,
  ]);
  if (known) return known.id;
  const description = "Demo example: nothing listens there.";
  const { endpointId } = await addEndpoint(by, {
    ...{ url: ENDPOINT, description, eventTypes: ["task.ended", "task.failed", "topup.settled"] },
  });
  return endpointId;
}

/** Delivers what waits, the second only on its second try. Then the endpoint is off, because nothing listens there. */
async function deliverAll(tx: Tx, endpointId: string): Promise<void> {
  await tx.query(
    `with sent as (
       select id, created_at as at, row_number() over (order by created_at) = 2 as failed from webhook_delivery
       where endpoint_id = $1),
     tries as (
       insert into webhook_attempt (delivery_id, number, at, status, error, duration_ms, body)
       select id, 1, at, case when failed then 503 else 200 end, case when failed then 'The answer was 503.' else '' end,
         (80 + id % 60)::int, case when failed then 'Service Unavailable' else 'ok' end from sent
       union all select id, 2, at + interval '5 seconds', 200, '', 71, 'ok' from sent where failed)
     update webhook_delivery d set state = 'delivered', attempts = case when failed then 2 else 1 end,
       turn = case when failed then 2 else 1 end, delivered_at = at + case when failed then 5 else 0 end * interval '1 second'
     from sent where sent.id = d.id`,
    [endpointId],
  );
  await tx.query(`update webhook_endpoint set state = 'off' where id = $1`, [endpointId]);
}
