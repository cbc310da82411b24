import type { Tx } from "~/platform/db.server";

const GPU_TWICE = "gpu-twice";

/** UUIDs of the GPUs that belong to `node`. */
export const GPUS_OF_NODE = `array(select uuid from node_gpu where node_gpu.node_id = node.id)`;

/** Text of the finding of `node` that another one has its GPUs, if it is open. */
export const OPEN_TWICE = `(select f.text from node_finding f where f.node_id = node.id and f.cleared_at is null and f.name = '${GPU_TWICE}' and f.gpu = '')`;

/** Checks whether a report names exactly the GPUs that belong to its node. */
export function hasSameGpus(node: { gpuUuids: readonly string[] }, reported: readonly string[]): boolean {
  const now = new Set(reported);
  return now.size === node.gpuUuids.length && node.gpuUuids.every((uuid) => now.has(uuid));
}

/** Text of the finding for a node whose GPUs belong to that other one. */
export function twiceText(nodeName: string): string {
  return `node ${nodeName} reports the same GPU: end one of the two agents, and retire its node`;
}

/** Opens, keeps or clears the control plane's own finding that another node has the GPUs of this one. */
export async function recordTwice(
  tx: Tx,
  { nodeId, was, twice, now }: { nodeId: number; was: string | null; twice: string | null; now: Date },
): Promise<void> {
  if (twice !== null)
    await tx.query(
      `insert into node_finding as f (node_id, name, severity, action, text, count, first_at, last_at)
       values ($1, '${GPU_TWICE}', 'critical', 'retire', $2, 1, $3, $3)
       on conflict (node_id, name, gpu) where cleared_at is null do update set action = excluded.action, text = excluded.text, last_at = excluded.last_at`,
      [nodeId, twice, now],
    );
  else if (was !== null)
    await tx.query(
      `update node_finding set cleared_at = $2 where node_id = $1 and name = '${GPU_TWICE}' and gpu = '' and cleared_at is null`,
      [nodeId, now],
    );
}
