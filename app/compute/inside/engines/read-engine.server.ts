import type { EngineKind, EngineNode } from "~/compute/engine";
import { db } from "~/platform/db.server";
import { OURS } from "./machine-sql.server";

/** The engine of a cluster, for staff. Its token is never read. */
export interface EngineView {
  id: number;
  kind: EngineKind;
  url: string;
  settings: Record<string, unknown>;
  state: "ok" | "unreachable" | "unusable";
  stateAt: Date;
  why: string;
  credentialsUntil: Date | null;
  /** Since when an operator lets it be asked for no new places; null: it is asked. */
  heldAt: Date | null;
  version: number;
  /** Places that have not ended: waiting for a machine, and with a task. */
  waiting: number;
  running: number;
}

/** A machine as the engine last listed it. */
export interface Machine extends EngineNode {
  /** GPUs of it that Millrace's tasks have. */
  gpusOurs: number;
  seenAt: Date;
}

export interface BackedCluster {
  name: string;
  /** The operator's own machines in the cluster. */
  nodes: number;
  engine: EngineView | null;
  machines: Machine[];
}

/** Reads a cluster and its engine; null if no cluster has that name. */
export async function readBackedCluster(name: string): Promise<BackedCluster | null> {
  const [cluster] = await db.query<{ name: string; nodes: number; engineId: number | null }>(
    `select name, engine_id as "engineId", (select count(*) from node n where n.cluster_name = name and n.retired_at is null
       and n.pilot_of is null)::int as nodes from cluster where name = $1`,
    [name],
  );
  if (!cluster) return null;
  const [engine] = await db.query<EngineView>(
    `select id, kind, url, settings, state, state_at as "stateAt", why, credentials_until as "credentialsUntil", held_at as "heldAt", version,
       (select count(*) from engine_place place where place.engine_id = engine.id and place.state <> 'ended'
          and place.placed_at is null)::int as waiting,
       (select count(*) from engine_place place where place.engine_id = engine.id and place.state <> 'ended'
          and place.placed_at is not null)::int as running
     from engine where id = $1`,
    [cluster.engineId],
  );
  const machines = await db.query<Machine>(
    `with ${OURS} select m.name, m.gpu_type as "gpuType", m.gpus, m.gpus_in_use as "gpusInUse", coalesce(ours.gpus, 0) as "gpusOurs", m.takes_jobs as "takesJobs",
       why, seen_at as "seenAt" from engine_node m left join ours on ours.engine_id = m.engine_id and ours.host = m.name
     where m.engine_id = $1 order by name`,
    [cluster.engineId],
  );
  return { name, nodes: cluster.nodes, engine: engine ?? null, machines };
}
