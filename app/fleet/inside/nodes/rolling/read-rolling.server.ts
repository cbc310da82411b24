import { db } from "~/platform/db.server";
import { epochSeconds } from "~/platform/epoch-seconds";
import { RETIRED_MARK } from "~/fleet/retired-nodes.server";
import type { NodeHealth } from "~/fleet/node-health";
import { type HeldUntil, readHeld } from "../read-node-tasks.server";
import { faultOf, type Forecast, forecast, inTurn, type NodeTurn, type RollingState } from "./rolling";
import { type KeptNode, readTurnNodes } from "./turn-nodes.server";

/** A rolling drain. Times are epoch seconds. */
interface StoredPlan {
  id: number;
  name: string;
  state: RollingState;
  empty_by_ts: number;
  at_once: number;
  stay_minutes: number | null;
  upgrade: boolean;
  note: string;
  /** The user who planned it; null if they were deleted. */
  by: string | null;
  made_ts: number;
  ended_ts: number | null;
  /** Numbers of its nodes; those that left it do not count. */
  counts: { all: number; done: number; draining: number; out: number; waiting: number };
}

/** A rolling drain with its outlook. */
export interface RollingBrief extends StoredPlan {
  forecast: Forecast;
  /** Why no further node starts, or why it will be late; null while all is well. */
  trouble: { text: string; stopped: boolean } | null;
}

export interface Rolling extends RollingBrief {
  nodes: RollingNode[];
}

export interface RollingNode extends HeldUntil {
  node_name: string;
  cluster_name: string;
  rack: string;
  gpu_type: string;
  health: NodeHealth;
  drain: number;
  turn: NodeTurn;
  turn_ts: number | null;
  empty_ts: number | null;
  ended_ts: number | null;
  /** Why the plan waits for it. */
  fault: string | null;
}

const ts = (sql: string) => `floor(extract(epoch from ${sql}))::int`;

const PLAN = `r.id, r.name, r.state, ${ts("r.empty_by")} as empty_by_ts, r.at_once, r.stay_minutes, r.upgrade, r.note,
  u.name as by, ${ts("r.made_at")} as made_ts, ${ts("r.ended_at")} as ended_ts,
  (select json_build_object('all', count(*) filter (where m.state <> 'left'), 'done', count(*) filter (where m.state = 'done'),
     'draining', count(*) filter (where m.state = 'draining'), 'out', count(*) filter (where m.state in ('draining', 'out')),
     'waiting', count(*) filter (where m.state = 'waiting')) from rolling_drain_node m where m.drain_id = r.id) as counts`;

/** Reads all open rolling drains, the next date first, with the forecast that the worker keeps. */
export async function readOpenRolling({ now }: { now: Date }): Promise<RollingBrief[]> {
  const plans = await db.query<StoredPlan & { forecast: Forecast | null }>(
    `select ${PLAN}, r.forecast from rolling_drain r left join user_account u on u.id = r.made_by
     where r.ended_at is null order by r.empty_by, r.id`,
  );
  const nodes = plans.length === 0 ? [] : await readTurnNodes(plans.map(({ id }) => id));
  return plans.map((plan) => {
    const expected = plan.forecast ?? { ts: null, by: null, unknown: 0, needsStaff: false };
    const faulty = nodes.filter(({ drainId }) => drainId === plan.id);
    return { ...plan, forecast: expected, trouble: troubleOf(plan, expected, faulty, now) };
  });
}

const ENDED_A_PAGE = 10;

/** Reads a page of ended rolling drains, the newest first; they are kept for 90 days. */
export async function readEndedRolling({ page }: { page: number }): Promise<{ rows: StoredPlan[]; more: boolean }> {
  const rows = await db.query<StoredPlan>(
    `select ${PLAN} from (select * from rolling_drain where ended_at is not null
       order by ended_at desc, id desc limit $1::int + 1 offset $2::int) r
     left join user_account u on u.id = r.made_by order by r.ended_at desc, r.id desc`,
    [ENDED_A_PAGE, (page - 1) * ENDED_A_PAGE],
  );
  return { rows: rows.slice(0, ENDED_A_PAGE), more: rows.length > ENDED_A_PAGE };
}

/** Reads one rolling drain with its nodes, whatever its state, and a new forecast. */
export async function readRolling({ id, now }: { id: number; now: Date }): Promise<Rolling | null> {
  const [plan] = await db.query<StoredPlan>(
    `select ${PLAN} from rolling_drain r left join user_account u on u.id = r.made_by where r.id = $1`,
    [id],
  );
  if (!plan) return null;
  const [stored, turns] = await Promise.all([
    db.query<Omit<RollingNode, keyof HeldUntil | "fault"> & { node_id: number }>(
      `select m.node_id, split_part(n.node_name, '${RETIRED_MARK}', 1) as node_name, n.cluster_name, n.rack, n.gpu_type,
         n.health, n.drain, m.state as turn, ${ts("m.turn_at")} as turn_ts, ${ts("m.empty_at")} as empty_ts,
         ${ts("m.ended_at")} as ended_ts
       from rolling_drain_node m join node n on n.id = m.node_id where m.drain_id = $1`,
      [id],
    ),
    readTurnNodes([id]),
  ]);
  const isOpen = ({ turn }: { turn: NodeTurn }) => turn !== "done" && turn !== "left";
  const held = await readHeld({ nodeNames: stored.filter(isOpen).map(({ node_name }) => node_name), now });
  const faults = new Map(turns.map((node) => [node.nodeId, faultOf(node)]));
  const nodes = stored
    .map((node) => ({
      ...node,
      nodeId: node.node_id,
      ...held(node.node_name),
      fault: faults.get(node.node_id) ?? null,
    }))
    .sort((one, other) => ORDER[one.turn] - ORDER[other.turn] || inTurn(one, other))
    .map(({ nodeId: _nodeId, node_id: _id, ...node }) => node);
  const expected = forecast({
    open: nodes.filter(isOpen).map(({ empty_ts: emptyTs, ...node }) => ({ ...node, emptyTs })),
    done: plan.counts.done,
    atOnce: plan.at_once,
    stayMinutes: plan.stay_minutes,
    startedTs: plan.made_ts,
    nowTs: epochSeconds(now),
  });
  return { ...plan, nodes, forecast: expected, trouble: troubleOf(plan, expected, turns, now) };
}

const ORDER: Record<NodeTurn, number> = { draining: 0, out: 1, waiting: 2, done: 3, left: 4 };

function troubleOf(
  { state, empty_by_ts, counts }: StoredPlan,
  { ts: expected }: Forecast,
  nodes: readonly KeptNode[],
  now: Date,
): RollingBrief["trouble"] {
  if (state !== "running" && state !== "paused") return null;
  for (const node of nodes) {
    const fault = faultOf(node);
    if (fault) return { text: `${node.nodeName} ${fault}. ${STANDS}`, stopped: true };
  }
  const waits = counts.waiting > 0;
  if (!waits && counts.draining === 0) return null;
  if (empty_by_ts * 1000 <= now.getTime())
    return { text: waits ? PASSED : "Its time has passed while tasks still run.", stopped: waits };
  const late = state === "running" && expected !== null && expected > empty_by_ts;
  return late ? { text: LATE, stopped: false } : null;
}

const STANDS = "No further node starts until it is well again, or counts as done.";
const PASSED = "Its time has passed. Choose a later one, so that the next nodes start.";
const LATE =
  "It will be late. Let more nodes be out at the same time, choose a later time, or stop tasks on their tenants' pages.";
