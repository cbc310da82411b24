import { db } from "~/platform/db.server";
import { RETIRED_MARK } from "~/fleet/retired-nodes.server";
import type { NodeHealth } from "~/fleet/node-health";
import { type HeldUntil, readHeld } from "../read-node-tasks.server";
import { readNodes } from "./keep-rolling.server";
import { faultOf, type Forecast, forecast, inTurn, type NodeTurn, type RollingState } from "./rolling";

/** A rolling drain. Times are epoch seconds. */
export interface Rolling {
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
  nodes: RollingNode[];
  forecast: Forecast;
  /** Why no further node starts, or why it will be late; null while all is well. */
  trouble: { text: string; stopped: boolean } | null;
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

type StoredNode = Omit<RollingNode, keyof HeldUntil | "fault"> & { drain_id: number; node_id: number };

const ts = (sql: string) => `floor(extract(epoch from ${sql}))::int`;

/** Reads all open rolling drains, or the one asked for, whatever its state. */
export async function readRolling({ id = null, now }: { id?: number | null; now: Date }): Promise<Rolling[]> {
  const plans = await db.query<Omit<Rolling, "nodes" | "forecast" | "trouble">>(
    `select r.id, r.name, r.state, ${ts("r.empty_by")} as empty_by_ts, r.at_once, r.stay_minutes, r.upgrade, r.note,
       u.name as by, ${ts("r.made_at")} as made_ts, ${ts("r.ended_at")} as ended_ts
     from rolling_drain r left join user_account u on u.id = r.made_by
     where case when $1::int is null then r.ended_at is null else r.id = $1 end order by r.empty_by, r.id`,
    [id],
  );
  if (plans.length === 0) return [];
  const stored = await db.query<StoredNode>(
    `select m.drain_id, m.node_id, split_part(n.node_name, '${RETIRED_MARK}', 1) as node_name, n.cluster_name, n.rack, n.gpu_type, n.health, n.drain, m.state as turn,
       ${ts("m.turn_at")} as turn_ts, ${ts("m.empty_at")} as empty_ts, ${ts("m.ended_at")} as ended_ts
     from rolling_drain_node m join node n on n.id = m.node_id where m.drain_id = any($1::int[])`,
    [plans.map((plan) => plan.id)],
  );
  const open = stored.filter(({ turn }) => turn !== "done" && turn !== "left");
  const held = await readHeld({ nodeNames: open.map(({ node_name }) => node_name), now });
  const read: Rolling[] = [];
  for (const plan of plans) {
    const faults = new Map((await readNodes(plan.id)).map((node) => [node.nodeId, faultOf(node)]));
    const nodes = stored
      .filter(({ drain_id }) => drain_id === plan.id)
      .map(({ drain_id: _plan, node_id, ...node }) => ({
        ...node,
        node_id,
        ...held(node.node_name),
        fault: faults.get(node_id) ?? null,
      }))
      .sort((one, other) => ORDER[one.turn] - ORDER[other.turn] || inTurn(waiting(one), waiting(other)))
      .map(({ node_id: _id, ...node }) => node);
    read.push(withOutlook({ ...plan, nodes }, now));
  }
  return read;
}

const ORDER: Record<NodeTurn, number> = { draining: 0, out: 1, waiting: 2, done: 3, left: 4 };

const waiting = ({ node_id, health, tasks, endTs }: { node_id: number; health: string } & HeldUntil) => ({
  nodeId: node_id,
  health,
  tasks,
  endTs,
});

function withOutlook(plan: Omit<Rolling, "forecast" | "trouble">, now: Date): Rolling {
  const { nodes, at_once: atOnce, stay_minutes: stayMinutes, made_ts: startedTs } = plan;
  const nowTs = Math.floor(now.getTime() / 1000);
  const open = nodes.filter(({ turn }) => turn !== "done" && turn !== "left");
  const done = nodes.filter(({ turn }) => turn === "done").length;
  const ahead = open.map(({ empty_ts: emptyTs, ...node }) => ({ ...node, emptyTs }));
  const expected = forecast({ open: ahead, done, atOnce, stayMinutes, startedTs, nowTs });
  return { ...plan, forecast: expected, trouble: troubleOf(plan, expected, nowTs) };
}

function troubleOf(
  { nodes, state, empty_by_ts }: Pick<Rolling, "nodes" | "state" | "empty_by_ts">,
  { ts: expected }: Forecast,
  nowTs: number,
): Rolling["trouble"] {
  if (state !== "running" && state !== "paused") return null;
  const faulty = nodes.find(({ fault }) => fault !== null);
  if (faulty)
    return {
      text: `${faulty.node_name} ${faulty.fault}. No further node starts until it is well again, or counts as done.`,
      stopped: true,
    };
  const waits = nodes.some(({ turn }) => turn === "waiting");
  const occupied = nodes.some(({ turn }) => turn === "waiting" || turn === "draining");
  if (occupied && empty_by_ts <= nowTs)
    return {
      text: waits
        ? "Its time has passed. Choose a later one, so that the next nodes start."
        : "Its time has passed while tasks still run.",
      stopped: waits,
    };
  if (expected !== null && occupied && expected > empty_by_ts)
    return { text: "It will be late. Let more nodes be out at the same time, or choose a later time.", stopped: false };
  return null;
}
