import { M } from "~/fleet/messages";
import { readLabels, readRack } from "~/fleet/node-labels";
import { transaction } from "~/platform/db.server";
import { Refusal } from "~/platform/refusal";
import { writeAudit } from "~/platform/write-audit.server";
import { announceNode, lockNode } from "./locked-node.server";

interface Wish {
  nodeName: string;
  /** As typed. */
  rack: string;
  labels: string;
  /** The operator. */
  userId: number;
  requestId: string;
  now: Date;
}

/** Sets the rack and the labels of a node. @throws Refusal M100 (unknown node), M550 (rack), M551 (labels). */
export async function setLabels(wish: Wish): Promise<{ message: string }> {
  const { nodeName, userId, requestId, now } = wish;
  const [rack, labels] = [readRack(wish.rack), readLabels(wish.labels)];
  if (rack === null) throw new Refusal(M.wrongRack);
  if (labels === null) throw new Refusal(M.wrongLabels);
  await transaction(async (tx) => {
    const node = await lockNode(tx, nodeName);
    const [before] = await tx.query<{ rack: string; labels: string[] }>(
      `select rack, labels from node where id = $1 and (rack, labels) is distinct from ($2, $3::text[])`,
      [node.id, rack, labels],
    );
    if (!before) return;
    await tx.query(`update node set rack = $2, labels = $3, version = version + 1 where id = $1`, [
      ...[node.id, rack, labels],
    ]);
    await announceNode(tx, node, []);
    const target = `node:${nodeName}`;
    await writeAudit({ userId, action: "node.labels", target, before, after: { rack, labels }, requestId, now }, tx);
  });
  return { message: `The rack and labels of ${nodeName} are saved.` };
}
