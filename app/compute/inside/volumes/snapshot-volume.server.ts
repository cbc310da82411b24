import type { Tx } from "~/platform/db.server";
import { holdRight } from "~/platform/hold-right.server";
import { M } from "~/compute/messages";
import { Refusal } from "~/platform/refusal";
import { touchBalances } from "~/money/touch-balances.server";
import { chooseCopyNode } from "./choose-copy-node.server";
import { clusterOf, lockOwn, refuseUnfinished } from "./change-volume.server";
import { makeVolume, requireFunds, requireWithinLimits, type VolumeCall } from "./create-volume.server";
import { notifyNode } from "~/compute/end-copy.server";
import type { LockedVolume } from "./lock-volumes.server";
import type { KeyedRequest } from "~/platform/once-for-key.server";
import { requireVolumeName } from "./volume-input";
import { lockRoom, requireMoreRoom } from "./volume-room.server";
import { volumeSettings } from "~/compute/volume-settings.server";
import { VOLUME_USERS, VOLUME_WAS_USED } from "~/compute/volume-sql.server";

/**
 * Begins a new volume as a copy of another, of the same size, in the same place (17.8). No task may write to the source
 * until the copy is complete, and nothing is charged before that. Once per idempotency key. @returns the id of the new
 * volume. @throws Refusal M02, M04 (404), M27, M277, M278, M280 to M282, M286, M300 to M304, M308, M340, M432.
 */
export async function snapshotVolume(
  call: VolumeCall & { volumeId: string; keyed?: KeyedRequest | null },
  asked: { name: string },
): Promise<string> {
  const name = requireVolumeName(asked.name);
  return await makeVolume(call, name, (tx) => begin(tx, call, name));
}

async function begin(tx: Tx, call: VolumeCall & { volumeId: string }, name: string): Promise<string> {
  const { tenantId, userId, keyLineId = null, now } = call;
  await holdRight(tx, call, "volumes.act");
  await lockRoom(tx, await clusterOf(tx, call));
  const source = await lockOwn(tx, call);
  await refuseUnready(tx, source);
  await requireMoreRoom(tx, { ...source, moreGb: source.gb });
  const copyNodeId = await chooseCopyNode(tx, source.volumeId);
  if (copyNodeId === null) throw new Refusal(M.noNodeCopies({ name: source.name }), { status: 409 });
  await notifyNode(tx, copyNodeId);
  const { gbMonthCents } = volumeSettings();
  await requireFunds(tx, { tenantId, userId, keyLineId, monthCents: source.gb * gbMonthCents, now });
  const [made] = await tx.query<{ id: string }>(
    `insert into volume (tenant_id, created_by_id, key_line_id, name, cluster_name, gb, gb_month_cents, reach, node_id, state, copy_of,
       copy_node_id, created_at, state_at, charged_to)
     values ($tenantId, $userId, $keyLineId, $name, $clusterName, $gb, $gbMonthCents, $reach, $nodeId, 'copying', $volumeId,
       $copyNodeId, $now, $now, $now) returning volume_id as id`,
    { ...source, tenantId, userId, keyLineId, name, gbMonthCents, copyNodeId, now },
  );
  if (!made) throw new Error("the new volume has no id");
  await touchBalances(tx, [tenantId]);
  await requireWithinLimits(tx, tenantId);
  return made.id;
}

/** Refuses volumes that cannot be copied now. A copy made while a task writes would mix old and new content. */
async function refuseUnready(tx: Tx, source: LockedVolume): Promise<void> {
  const { volumeId, name, state } = source;
  refuseUnfinished(source);
  if (state === "unpaid") throw new Refusal(M.volumeUnpaid({ name }), { status: 409 });
  const [found] = await tx.query<{ used: boolean; writer: string | null }>(
    `select ${VOLUME_WAS_USED} and (reach = 'shared' or node_id is not null) as used,
       (select writing.task_name from ${VOLUME_USERS} writing where not writing.read_only limit 1) as writer
     from volume where volume_id = $1`,
    [volumeId],
  );
  if (found?.writer) throw new Refusal(M.volumeWrittenTo({ name, task_name: found.writer }), { status: 409 });
  if (!found?.used) throw new Refusal(M.volumeEmpty({ name }), { status: 409 });
}
