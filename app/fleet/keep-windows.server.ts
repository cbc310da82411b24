import { db, transaction, type Tx } from "~/platform/db.server";
import { writeAudit } from "~/platform/write-audit.server";
import { forEach, forEachStep, sumOfEach } from "~/platform/for-each";
import { askForChore, askForTest } from "./inside/nodes/chores/ask-chore.server";
import { DRAIN_DRAIN, DRAIN_NORM, DRAIN_UPGRADE } from "./node-health";
import { enterMode, withdrawPlan } from "./inside/nodes/set-drain.server";
import { endOpenWindow } from "./inside/nodes/maintenance/end-window.server";
import { keepRolling } from "./inside/nodes/rolling/keep-rolling.server";
import { listUntoldWindows, notifyOfWindow } from "./inside/nodes/maintenance/notify-of-window.server";
import { nextStep, type OpenWindow } from "./inside/nodes/maintenance/window";

interface Window {
  id: number;
  nodeId: number;
  nodeName: string;
  /** User who planned the window, and so ordered its changes of mode. */
  madeBy: number | null;
}

/**
 * Carries out operators' plans, each minute: notifies tenants, begins due windows and takes the next step of open ones.
 * Work that a crash interrupted is done in the next minute.
 */
export async function keepWindows({ now }: { now: Date }): Promise<{ told: number }> {
  let told = 0;
  await forEachStep({
    notices: async () => (told = await notifyOfWindows(now)),
    windows: () => keepDue(now),
    rolling: () => keepRolling({ now }),
  });
  return { told };
}

async function notifyOfWindows(now: Date): Promise<number> {
  const planned = await listUntoldWindows({ now });
  return await sumOfEach(planned, ({ id: windowId }) => transaction((tx) => notifyOfWindow(tx, { windowId, now })));
}

async function keepDue(now: Date): Promise<void> {
  const due = await db.query<{ id: number }>(
    `select id from maintenance_window where state = 'open' or (state = 'planned' and from_at <= $1) order by id`,
    [now],
  );
  await forEach(due, ({ id }) => transaction((tx) => keep(tx, id, now)));
}

async function keep(tx: Tx, id: number, now: Date): Promise<void> {
  // Locked first, on its own: the rows read below must include what an operator who held the node changed, such as a withdrawn plan.
  await tx.query(
    `select from node where id = (select node_id from maintenance_window where id = $1) for no key update`,
    [id],
  );
  const [given] = await tx.query<Window & OpenWindow & { state: string }>(
    `select w.id, n.id as "nodeId", n.node_name as "nodeName", w.made_by as "madeBy", w.state, w.to_at as "toAt", w.upgrade,
       w.auto_return as "autoReturn", n.drain, n.chores_able as able,
       not exists (select from held_gpu h where h.node_id = n.id) as empty,
       ${lastOf("maintenance")} as maintenance, ${lastOf("self-test")} as "selfTest"
     from maintenance_window w join node n on n.id = w.node_id
     where w.id = $1 and w.state in ('planned', 'open') and n.retired_at is null`,
    [id],
  );
  if (!given) return;
  if (given.state === "planned") return await begin(tx, given, now);
  const step = nextStep(given, now);
  const ask = { nodeId: given.nodeId, why: "window" as const, askedBy: given.madeBy, now };
  if (step === "upgrade" && given.drain !== DRAIN_UPGRADE) await change(tx, given, DRAIN_UPGRADE, now);
  else if (step === "upgrade") await askForChore(tx, { ...ask, kind: "maintenance" });
  if (step === "test") await askForTest(tx, ask);
  if (step === "return") await change(tx, given, DRAIN_NORM, now);
  if (step === "return" || step === "end") await endOpenWindow(tx, { nodeId: given.nodeId, state: "done", now });
}

/** State of the last chore of that kind since the window began. */
function lastOf(kind: "maintenance" | "self-test"): string {
  return `(select c.state from node_chore c where c.node_id = n.id and c.kind = '${kind}' and c.asked_at >= w.began_at
    order by c.id desc limit 1)`;
}

async function begin(tx: Tx, window: Window & OpenWindow, now: Date): Promise<void> {
  await tx.query(`update maintenance_window set state = 'open', began_at = $2 where id = $1`, [window.id, now]);
  if (window.drain === DRAIN_NORM) await change(tx, window, DRAIN_DRAIN, now);
}

async function change(
  tx: Tx,
  { id, nodeId, nodeName, madeBy, drain }: Window & OpenWindow,
  to: number,
  now: Date,
): Promise<void> {
  await enterMode(tx, { nodeName, drain: to, why: "window", askedBy: madeBy, now });
  if (to === DRAIN_NORM) await withdrawPlan(tx, nodeId, now);
  await writeAudit(
    {
      userId: madeBy,
      action: "node.window-mode",
      target: `node:${nodeName}`,
      reason: "as planned",
      before: { drain },
      after: { drain: to },
      requestId: `window-${id}`,
      now,
    },
    tx,
  );
}
