import { M } from "~/fleet/messages";
import { readLabels, readRack } from "~/fleet/node-labels";
import { transaction } from "~/platform/db.server";
import { holdStaffRight } from "~/platform/hold-right.server";
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
  await labelNode({ nodeName, userId, requestId, now, change: () => ({ rack, labels }) });
  return { message: `The rack and labels of ${nodeName} are saved.` };
}

/** Rack and labels of a node. */
interface Named {
  rack: string;
  labels: string[];
}

/** Changes rack and labels of one node, in a transaction, and audits it. @returns false if nothing changes. @throws Refusal M100. */
export async function labelNode({
  nodeName,
  change,
  userId,
  requestId,
  now,
}: Pick<Wish, "nodeName" | "userId" | "requestId" | "now"> & { change: (before: Named) => Named }): Promise<boolean> {
  return await transaction(async (tx) => {
    await holdStaffRight(tx, { userId, now }, "fleet.act");
    const node = await lockNode(tx, nodeName);
    const [before] = await tx.query<Named>(`select rack, labels from node where id = $1`, [node.id]);
    if (!before) throw new Refusal(M.noSuchNode);
    const after = change(before);
    const [changed] = await tx.query(
      `update node set rack = $2, labels = $3, version = version + 1
       where id = $1 and (rack, labels) is distinct from ($2, $3::text[]) returning id`,
      [node.id, after.rack, after.labels],
    );
    if (!changed) return false;
    await announceNode(tx, node, []);
    const target = `node:${nodeName}`;
    await writeAudit({ userId, action: "node.labels", target, before, after, requestId, now }, tx);
    return true;
  });
}
