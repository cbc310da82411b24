import { M } from "~/compute/messages";
import { command } from "~/platform/announce.server";
import { transaction } from "~/platform/db.server";
import { Refusal } from "~/platform/refusal";
import { writeAudit } from "~/platform/write-audit.server";
import { announceFree } from "./record-nodes.server";

interface HoldEngine {
  clusterName: string;
  /** False: it is asked again. */
  held: boolean;
  userId: number;
  requestId: string;
  now: Date;
}

/**
 * Lets a cluster's engine be asked for no new places, or for places again (20.13). Running tasks go on, and places that
 * the engine already has may still start. Doing it again changes nothing. @throws Refusal: unknown cluster, no engine.
 */
export async function holdEngine({ clusterName, held, userId, requestId, now }: HoldEngine): Promise<void> {
  await transaction(async (tx) => {
    const [engine] = await tx.query<{ id: number; heldAt: Date | null }>(
      `select engine.id, engine.held_at as "heldAt" from cluster join engine on engine.id = cluster.engine_id
       where cluster.name = $1 for no key update of engine`,
      [clusterName],
    );
    if (!engine) throw new Refusal(M.noEngine({ clusterName }), { status: 404 });
    if ((engine.heldAt !== null) === held) return;
    await tx.query(`update engine set held_at = $2 where id = $1`, [engine.id, held ? now : null]);
    const action = held ? "engine.hold" : "engine.release";
    await writeAudit({ userId, action, target: `cluster:${clusterName}`, requestId, now }, tx);
    await announceFree(tx, engine.id);
    await command(tx, [{ command: "wake", key: "scheduler" }]);
  });
}
