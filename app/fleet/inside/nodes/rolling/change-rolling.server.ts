import { transaction, type Tx } from "~/platform/db.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { M } from "~/fleet/messages";
import { Refusal } from "~/platform/refusal";
import { writeAudit } from "~/platform/write-audit.server";
import { isEmptyBy, WRONG_EMPTY_BY } from "../drain-plan";
import { keepForecast, keepOne, lockPlan } from "./keep-rolling.server";
import { NODES_MAX } from "./rolling";
import { setTurn } from "./set-turn.server";

interface By {
  id: number;
  /** The operator. */
  userId: number;
  requestId: string;
  now: Date;
}

/** Pauses a plan, lets it go on, or cancels it. Nodes that are out already finish what they began. @throws Refusal M643. */
export async function setRollingState({
  state,
  ...by
}: By & { state: "running" | "paused" | "cancelled" }): Promise<{ message: string }> {
  await act(by, `node.rolling-${VERBS[state]}`, async (tx, before) => {
    await tx.query(
      `update rolling_drain set state = $2, ended_at = case when $2 = 'cancelled' then $3::timestamptz end where id = $1`,
      [by.id, state, by.now],
    );
    return { before: { state: before.state }, after: { state } };
  });
  return { message: DONE[state] };
}

const VERBS = { running: "go-on", paused: "pause", cancelled: "cancel" } as const;
const DONE = {
  running: "The plan goes on.",
  paused: "The plan is paused: no further node starts.",
  cancelled: "The plan is cancelled. Nodes with tasks are back in Norm, and their tenants are notified.",
} as const;

/** Changes the date and the number of nodes that may be out. @throws Refusal M641, M643, or a sentence about the time. */
export async function changeRolling({
  emptyBy,
  atOnce,
  ...by
}: By & { emptyBy: Date; atOnce: number }): Promise<{ message: string }> {
  if (!Number.isInteger(atOnce) || atOnce < 1 || atOnce > NODES_MAX) throw Refusal.ofField("at_once", M.wrongRolling);
  await act(by, "node.rolling-change", async (tx, before) => {
    if (emptyBy.getTime() !== before.emptyBy.getTime() && !isEmptyBy(emptyBy, by.now))
      throw Refusal.ofField("empty_by", WRONG_EMPTY_BY);
    await tx.query(`update rolling_drain set empty_by = $2, at_once = $3 where id = $1`, [by.id, emptyBy, atOnce]);
    return {
      before: { empty_by: before.emptyBy.toISOString(), at_once: before.atOnce },
      after: { empty_by: emptyBy.toISOString(), at_once: atOnce },
    };
  });
  return { message: "The plan is changed." };
}

/** Ends a node's part in the plan: done if it had its turn, else it leaves. The node keeps its mode. @throws Refusal M643, M644. */
export async function endTurn({
  nodeName,
  to,
  ...by
}: By & { nodeName: string; to: "done" | "left" }): Promise<{ message: string }> {
  await act(by, `node.rolling-${to}`, async (tx) => {
    const [node] = await tx.query<{ nodeId: number }>(
      `select m.node_id as "nodeId" from rolling_drain_node m join node n on n.id = m.node_id
       where m.drain_id = $1 and n.node_name = $2 and m.state = any($3::text[]) for no key update of n`,
      [by.id, nodeName, to === "done" ? ["draining", "out"] : ["waiting"]],
    );
    if (!node) throw new Refusal(M.wrongTurn);
    await setTurn(tx, { id: by.id, nodeId: node.nodeId, to, now: by.now });
    return { after: { node: nodeName } };
  });
  return { message: to === "done" ? `${nodeName} counts as done.` : `${nodeName} is no longer in the plan.` };
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockPlan>>>;

/** Changes an open plan, audits it, and carries out at once what follows. */
async function act(
  { id, userId, requestId, now }: By,
  action: string,
  work: (tx: Tx, before: Locked) => Promise<{ before?: unknown; after: unknown }>,
): Promise<void> {
  await transaction(async (tx) => {
    await holdStaffRight(tx, { userId, now }, "fleet.act");
    const plan = await lockPlan(tx, id);
    if (!plan || (plan.state !== "running" && plan.state !== "paused")) throw new Refusal(M.noRolling);
    const changed = await work(tx, plan);
    await writeAudit({ userId, action, target: `rolling-drain:${id}`, ...changed, requestId, now }, tx);
  });
  await keepOne({ id, now });
  await keepForecast({ id, now });
}
