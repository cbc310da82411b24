import { db, transaction, type Tx } from "~/platform/db.server";
import { epochSeconds } from "~/platform/epoch-seconds";
import { forEach } from "~/platform/for-each";
import { writeAudit } from "~/platform/write-audit.server";
import { notifyOfDrain } from "~/fleet/notify-of-drain.server";
import { DRAIN_DRAIN, DRAIN_NORM, DRAIN_UPGRADE } from "~/fleet/node-health";
import { askForChore, askForTest } from "../chores/ask-chore.server";
import { OPEN_TURN } from "../planned-sql";
import { readHeld } from "../read-node-tasks.server";
import { enterMode, withdrawPlan } from "../set-drain.server";
import { readRolling } from "./read-rolling.server";
import { faultOf, inTurn, type Plan, stepOf, type TurnNode } from "./rolling";
import { announcePlans, setTurn } from "./set-turn.server";
import { type KeptNode, readTurnNodes } from "./turn-nodes.server";

interface KeptPlan extends Plan {
  id: number;
  madeBy: number | null;
  /** Time of the kept forecast, in epoch seconds. */
  forecastTs: number | null;
}

/** Most steps that a node takes in one run; each depends on the one before. */
const STEPS_MAX = 6;

/**
 * Carries out rolling drains: each node that has its turn takes its next step, then free places go to the next nodes.
 * All of it follows from what is stored, so a run that was cut off is finished by the next one.
 */
export async function keepRolling({ now }: { now: Date }): Promise<void> {
  const plans = await db.query<{ id: number }>(
    `select id from rolling_drain r where state in ('running', 'paused') or exists (
       select from rolling_drain_node m where m.drain_id = r.id and ${OPEN_TURN}) order by id`,
  );
  await forEach(plans, ({ id }) => keepOne({ id, now }));
}

/** Carries out one plan, also right after a change of it. */
export async function keepOne({ id, now }: { id: number; now: Date }): Promise<void> {
  const plan = await readPlan(id);
  if (!plan) return;
  const forecastUntil = (plan.forecastTs ?? 0) + FORECAST_S;
  const due = (await readTurnNodes([id])).filter((node) => stepOf(plan, node, now) !== null);
  await forEach(due, ({ nodeId }) => takeSteps(id, nodeId, now));
  const begun = plan.state === "running" && (await fillPlaces(id, now));
  await db.query(
    `update rolling_drain r set state = 'done', ended_at = $2 where id = $1 and state in ('running', 'paused') and not exists (
       select from rolling_drain_node m where m.drain_id = r.id and ${OPEN_TURN})`,
    [id, now],
  );
  if (due.length > 0 || begun || now.getTime() / 1000 >= forecastUntil) await keepForecast({ id, now });
}

/** Seconds after which a forecast is made again although nothing moved: tasks end, and balances change. */
const FORECAST_S = 300;

/** Keeps the forecast with the plan: lists of plans would read the money of every tenant on their nodes. */
export async function keepForecast({ id, now }: { id: number; now: Date }): Promise<void> {
  const plan = await readRolling({ id, now });
  if (!plan || plan.ended_ts !== null) return;
  const kept = { ...plan.forecast, at_ts: epochSeconds(now) };
  await db.query(`update rolling_drain set forecast = $2 where id = $1`, [id, JSON.stringify(kept)]);
}

async function takeSteps(id: number, nodeId: number, now: Date): Promise<void> {
  for (let count = 0; count < STEPS_MAX; count += 1)
    if (!(await transaction((tx) => takeStep(tx, { id, nodeId, now })))) return;
}

/** Takes the next step of a node. @returns whether there was one. */
async function takeStep(tx: Tx, { id, nodeId, now }: { id: number; nodeId: number; now: Date }): Promise<boolean> {
  const plan = await lockPlan(tx, id);
  if (!plan) return false;
  await tx.query(`select from node where id = $1 for no key update`, [nodeId]);
  const [node] = await readTurnNodes([id], { tx, nodeId });
  const step = node ? stepOf(plan, node, now) : null;
  if (!node || step === null) return false;
  const set = async (to: "out" | "done" | "left") => await setTurn(tx, { id, nodeId, to, now });
  const ask = { nodeId, why: "window" as const, askedBy: plan.madeBy, now };
  if (step === "leave") await set("left");
  if (step === "done") await set("done");
  if (step === "empty") await set("out");
  if (step === "tell") await tell(tx, plan, nodeId, now);
  if (step === "upgrade" && node.drain !== DRAIN_UPGRADE) await change(tx, plan, node, DRAIN_UPGRADE, now);
  else if (step === "upgrade") await askForChore(tx, { ...ask, kind: "maintenance" });
  if (step === "test") await askForTest(tx, ask);
  if (step === "return" || step === "back") await change(tx, plan, node, DRAIN_NORM, now);
  return true;
}

/** Gives free places to the next nodes, those first that disturb least. @returns false if no place was free. */
async function fillPlaces(id: number, now: Date): Promise<boolean> {
  const plan = await readPlan(id);
  if (!plan || !mayBegin(plan, await readTurnNodes([id]), now)) return false;
  const waiting = await readWaiting(id);
  const held = await readHeld({ nodeNames: waiting.map(({ nodeName }) => nodeName), now });
  const next = waiting.map((node) => ({ ...node, ...held(node.nodeName) })).sort(inTurn);
  for (const { nodeId } of next) {
    if (!(await transaction((tx) => begin(tx, { id, nodeId, now })))) break;
    await takeSteps(id, nodeId, now);
  }
  return next.length > 0;
}

function mayBegin(plan: Plan, nodes: readonly TurnNode[], now: Date): boolean {
  const out = nodes.filter(({ turn }) => turn !== "waiting");
  return (
    plan.state === "running" &&
    now < plan.emptyBy &&
    out.length < plan.atOnce &&
    out.every((one) => faultOf(one) === null)
  );
}

/** Puts a waiting node to Drain. @returns false when no place is free. */
async function begin(tx: Tx, { id, nodeId, now }: { id: number; nodeId: number; now: Date }): Promise<boolean> {
  const plan = await lockPlan(tx, id);
  if (!plan || !mayBegin(plan, await readTurnNodes([id], { tx }), now)) return false;
  const [node] = await tx.query<{ nodeName: string; drain: number }>(
    `select node_name as "nodeName", drain from node where id = $1 and retired_at is null for no key update`,
    [nodeId],
  );
  const [turn] = await tx.query(
    `update rolling_drain_node set state = 'draining', turn_at = $3 where drain_id = $1 and node_id = $2
       and state = 'waiting' and $4 returning node_id`,
    [id, nodeId, now, node !== undefined],
  );
  // A retired node leaves the plan in the next run, and takes no place.
  if (!turn || !node) return true;
  if (node.drain === DRAIN_NORM) await change(tx, plan, { nodeId, ...node }, DRAIN_DRAIN, now);
  await tell(tx, plan, nodeId, now);
  return true;
}

/** Notifies the tenants of one node of the date, as a plan for that node alone does. */
async function tell(tx: Tx, { emptyBy }: Plan, nodeId: number, now: Date): Promise<void> {
  await tx.query(`delete from drain_plan where node_id = $1`, [nodeId]);
  await tx.query(`insert into drain_plan (node_id, empty_by, made_at) values ($1, $2, $3)`, [nodeId, emptyBy, now]);
  await notifyOfDrain(tx, { nodeId, now });
  await announcePlans(tx, [nodeId]);
}

type Changed = Pick<KeptNode, "nodeId" | "nodeName" | "drain">;

async function change(tx: Tx, plan: KeptPlan, { nodeId, nodeName, drain }: Changed, to: number, now: Date) {
  await enterMode(tx, { nodeName, drain: to, why: "window", askedBy: plan.madeBy, now });
  if (to === DRAIN_NORM) await withdrawPlan(tx, nodeId, now);
  await writeAudit(
    {
      userId: plan.madeBy,
      action: "node.rolling-mode",
      target: `node:${nodeName}`,
      reason: "as planned",
      before: { drain },
      after: { drain: to },
      requestId: `rolling-${plan.id}`,
      now,
    },
    tx,
  );
}

const PLAN = `select id, made_by as "madeBy", state, empty_by as "emptyBy", at_once as "atOnce",
  stay_minutes as "stayMinutes", upgrade, (forecast ->> 'at_ts')::int as "forecastTs" from rolling_drain where id = $1`;

async function readPlan(id: number): Promise<KeptPlan | undefined> {
  const [plan] = await db.query<KeptPlan>(PLAN, [id]);
  return plan;
}

/** Locks the plan: its steps are decided one after the other. */
export async function lockPlan(tx: Tx, id: number): Promise<KeptPlan | undefined> {
  const [plan] = await tx.query<KeptPlan>(`${PLAN} for no key update`, [id]);
  return plan;
}

async function readWaiting(id: number): Promise<{ nodeId: number; nodeName: string; health: string }[]> {
  return await db.query<{ nodeId: number; nodeName: string; health: string }>(
    `select n.id as "nodeId", n.node_name as "nodeName", n.health
     from rolling_drain_node m join node n on n.id = m.node_id
     where m.drain_id = $1 and m.state = 'waiting' and n.retired_at is null`,
    [id],
  );
}
