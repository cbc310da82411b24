import { db, transaction } from "~/platform/db.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { writeAudit } from "~/platform/write-audit.server";

/** A kind of node, and what one of it costs its operator. */
export interface NodeCost {
  cluster: string;
  gpuType: string;
  /** GPUs of one node. */
  gpus: number;
  nodes: number;
  /** Cents per node-hour; null: not set, which counts as 0. */
  cents: number | null;
}

/** Lists the kinds of the operator's own nodes with their cost. */
export async function listNodeCosts(): Promise<NodeCost[]> {
  return await db.query<NodeCost>(
    `select n.cluster_name as cluster, n.gpu_type as "gpuType", n.gpus, count(*)::int as nodes, cost.cents
     from node n
     left join node_cost cost on (cost.cluster_name, cost.gpu_type, cost.gpus) = (n.cluster_name, n.gpu_type, n.gpus)
     where n.retired_at is null and n.pilot_of is null group by 1, 2, 3, 5 order by 1, 2, 3`,
  );
}

/**
 * Sets what nodes of a kind cost from now on; past hours keep the cost of their time.
 * @param given `cents` per node-hour; null removes it.
 */
export async function setNodeCost(given: {
  cluster: string;
  gpuType: string;
  gpus: number;
  cents: number | null;
  userId: number;
  requestId: string;
  now: Date;
}): Promise<void> {
  const { cluster, gpuType, gpus, cents, ...act } = given;
  await transaction(async (tx) => {
    await holdStaffRight(tx, act, "money.act");
    const [before] = await tx.query<{ cents: number }>(
      `select cents from node_cost where (cluster_name, gpu_type, gpus) = ($1, $2, $3) for update`,
      [cluster, gpuType, gpus],
    );
    if ((before?.cents ?? null) === cents) return;
    if (cents === null)
      await tx.query(`delete from node_cost where (cluster_name, gpu_type, gpus) = ($1, $2, $3)`, [
        cluster,
        gpuType,
        gpus,
      ]);
    else
      await tx.query(
        `insert into node_cost (cluster_name, gpu_type, gpus, cents) values ($1, $2, $3, $4)
         on conflict (cluster_name, gpu_type, gpus) do update set cents = excluded.cents`,
        [cluster, gpuType, gpus, cents],
      );
    await writeAudit(
      {
        ...act,
        action: "node.cost",
        target: `${cluster} · ${gpuType} × ${gpus}`,
        before: before ? { cents: before.cents } : null,
        after: cents === null ? null : { cents },
      },
      tx,
    );
  });
}
