import type { Tx } from "~/platform/db.server";
import { command } from "~/platform/announce.server";
import type { ObservedCopy } from "~/fleet/agent-volumes";
import { touchBalances } from "~/money/touch-balances.server";
import { notifyAll } from "~/platform/notify.server";
import { moveVolumes } from "./inside/volumes/move-volumes.server";

export interface Copy {
  volumeId: string;
  tenantId: number;
  name: string;
  copyNodeId: number;
}

/** The columns of a `Copy`, alias `volume`. */
export const COPY_COLUMNS = `volume.volume_id as "volumeId", volume.tenant_id as "tenantId", volume.name, volume.copy_node_id as "copyNodeId"`;

/**
 * Records reports about ordered copies: complete, or failed with a reason and without remains (17.8). A locked volume
 * waits for the next report, so that no report waits for it.
 */
export async function recordCopies(
  tx: Tx,
  { nodeId, copies, now }: { nodeId: number; copies: readonly ObservedCopy[]; now: Date },
): Promise<void> {
  const ended = new Map(copies.filter(({ state }) => state !== "copying").map((copy) => [copy.volume_id, copy]));
  if (ended.size === 0) return;
  const found = await tx.query<Copy>(
    `select ${COPY_COLUMNS} from volume where volume_id = any($1::uuid[]) and state = 'copying' and copy_node_id = $2
     order by volume_id for no key update skip locked`,
    [[...ended.keys()], nodeId],
  );
  for (const copy of found) {
    const report = ended.get(copy.volumeId);
    if (report?.state === "done") await keepCopy(tx, copy, now);
    else await failCopy(tx, copy, { reason: report?.message || "the node did not say why", now });
  }
}

/** Completes a copy: from now on it is charged and can be used. */
async function keepCopy(tx: Tx, copy: Copy, now: Date): Promise<void> {
  const { volumeId, tenantId, name, copyNodeId } = copy;
  await moveVolumes(tx, { volumeIds: [volumeId], to: "kept", now });
  await touchBalances(tx, [tenantId]);
  await notifyNode(tx, copyNodeId);
  const message = `Volume ${name} is ready.`;
  await notifyAll(tx, [{ tenantId, retcode: "OK", message, url: "/volumes", cause: `volume-copied:${volumeId}`, now }]);
}

/** Fails a copy: nothing was charged, and the nodes that reach it remove its remains. */
export async function failCopy(
  tx: Tx,
  { volumeId, tenantId, name, copyNodeId }: Copy,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  await moveVolumes(tx, { volumeIds: [volumeId], to: "failed", now, reason });
  await notifyNode(tx, copyNodeId);
  const message = `Volume ${name} could not be copied: ${reason}. Nothing was charged.`;
  const cause = `volume-copy-failed:${volumeId}`;
  await notifyAll(tx, [{ tenantId, retcode: "ERROR", message, url: "/volumes", cause, now }]);
}

/** Fails the unfinished copies of a volume whose data is removed. */
export async function failCopiesOf(tx: Tx, sourceId: string, now: Date): Promise<void> {
  const copies = await tx.query<Copy>(
    `select ${COPY_COLUMNS} from volume where copy_of = $1 and state = 'copying' and copy_node_id is not null
     order by volume_id for no key update`,
    [sourceId],
  );
  for (const copy of copies) await failCopy(tx, copy, { reason: "the volume that it copies was deleted", now });
}

/** Sends the node's agent its new desired state. */
export async function notifyNode(tx: Tx, nodeId: number): Promise<void> {
  await tx.query(`update node set desired_version = desired_version + 1 where id = $1`, [nodeId]);
  await command(tx, [{ command: "desired", key: String(nodeId) }]);
}
