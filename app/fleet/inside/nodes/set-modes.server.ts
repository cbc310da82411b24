import { db } from "~/platform/db.server";
import { M } from "~/fleet/messages";
import { Refusal } from "~/platform/refusal";
import { DRAIN_NORM } from "~/fleet/node-health";
import { setDrain } from "./set-drain.server";

interface ModesWish {
  nodeNames: readonly string[];
  /** 0 Norm, 1 Drain, 2 Upgrade */
  drain: number;
  /** The operator. */
  userId: number;
  requestId: string;
  now: Date;
}

export interface ModesDone {
  changed: number;
  /** Nodes that had the mode already, and no date that Norm would withdraw. */
  already: number;
  failed: { node: string; message: string }[];
  /** Unexpected errors of the failed nodes. */
  faults: unknown[];
}

/**
 * Sets the mode of many nodes, each in its own transaction: no report and no placing decision waits for more than one
 * node, and a failure of one stops no other. A repeated call skips finished ones.
 */
export async function setModes({ nodeNames, drain, ...by }: ModesWish): Promise<ModesDone> {
  const present = await readModes(nodeNames);
  const done: ModesDone = { changed: 0, already: 0, failed: [], faults: [] };
  for (const nodeName of new Set(nodeNames)) {
    const node = present.get(nodeName);
    if (node?.drain === drain && !(drain === DRAIN_NORM && node.planned)) {
      done.already += 1;
      continue;
    }
    try {
      await setDrain({ nodeName, drain, ...by });
      done.changed += 1;
    } catch (error) {
      if (!(error instanceof Refusal)) done.faults.push(error);
      done.failed.push({ node: nodeName, message: error instanceof Refusal ? error.message : M.busy });
    }
  }
  return done;
}

async function readModes(nodeNames: readonly string[]): Promise<Map<string, { drain: number; planned: boolean }>> {
  const rows = await db.query<{ node_name: string; drain: number; planned: boolean }>(
    `select n.node_name, n.drain, d.id is not null as planned from node n left join drain_plan d on d.node_id = n.id
     where n.retired_at is null and n.pilot_of is null and n.node_name = any($1::text[])`,
    [nodeNames],
  );
  return new Map(rows.map((row) => [row.node_name, row]));
}

/** Effects of setting a mode for several nodes. */
export interface ModesImpact {
  /** The nodes that exist, by name. */
  nodes: string[];
  /** Number of them that already have the mode. */
  already: number;
  /** Tasks on them, and their tenants. */
  tasks: number;
  tenants: number;
  gpus: number;
  /** Dates by which some of them should be empty. */
  plans: number;
}

export async function readModesImpact({
  nodeNames,
  drain,
}: {
  nodeNames: readonly string[];
  drain: number;
}): Promise<ModesImpact> {
  const [row] = await db.query<ModesImpact>(
    `with chosen as (
       select n.id, n.node_name, n.drain from node n where n.retired_at is null and n.pilot_of is null and n.node_name = any($1::text[])
     ), holding as (
       select p.resv_guid, t.tenant_id, sum(cardinality(p.gpus))::int as gpus from chosen
         cross join lateral (select placement.resv_guid, placement.gpus from placement
           where placement.node_id = chosen.id and placement.ended_at is null offset 0) p
         cross join lateral (select task.tenant_id from task where task.resv_guid = p.resv_guid offset 0) t
       group by p.resv_guid, t.tenant_id
     )
     select coalesce((select array_agg(node_name order by node_name) from chosen), '{}') as nodes,
       (select count(*)::int from chosen where chosen.drain = $2) as already,
       (select count(*)::int from holding) as tasks,
       (select count(distinct holding.tenant_id)::int from holding) as tenants,
       (select coalesce(sum(holding.gpus), 0)::int from holding) as gpus,
       (select count(*)::int from drain_plan d join chosen on chosen.id = d.node_id) as plans`,
    [nodeNames, drain],
  );
  if (!row) throw new Error("a select without a table gives one row");
  return row;
}
