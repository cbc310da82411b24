import { transaction } from "~/platform/db.server";
import { announce } from "~/platform/announce.server";

const TEXT =
  "a machine took over with this node's key while another was heard: a copy of it runs, or it booted within seconds";

/**
 * Records a takeover: two live machines reported as this node, such as one and its copied image. The newer one is the
 * node, and tasks on the other are lost. Staff see it until one of them clears it.
 */
export async function recordTakeover({ nodeId, now }: { nodeId: number; now: Date }): Promise<void> {
  await transaction(async (tx) => {
    const [node] = await tx.query<{ nodeName: string }>(
      `update node set version = version + 1 where id = $1 and retired_at is null returning node_name as "nodeName"`,
      [nodeId],
    );
    if (!node) return;
    await tx.query(
      `insert into node_finding as f (node_id, name, severity, action, text, count, first_at, last_at)
       values ($1, 'second-machine', 'warning', 'inspect', $2, 1, $3, $3)
       on conflict (node_id, name, gpu) where cleared_at is null do update
         set count = least(f.count, 2147483646) + 1, last_at = excluded.last_at`,
      [nodeId, TEXT, now],
    );
    await announce(tx, [{ entity: "node", key: node.nodeName }]);
  });
}
