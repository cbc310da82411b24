import type { Tx } from "~/platform/db.server";
import { beginDeletion } from "./inside/volumes/begin-deletion.server";
import { lockVolumes } from "./inside/volumes/lock-volumes.server";

/** Deletes all volumes of tenants whose account is closed. Call it before their ledger accounts are locked. */
export async function endVolumes(
  tx: Tx,
  { tenantIds, now }: { tenantIds: readonly number[]; now: Date },
): Promise<void> {
  for (const tenantId of tenantIds) {
    for (const volume of await lockVolumes(tx, { tenantId, states: ["copying", "kept", "unpaid", "failed"] })) {
      await beginDeletion(tx, { volume, reason: "the account was closed", now });
    }
  }
}
