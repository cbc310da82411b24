import { transaction } from "~/platform/db.server";
import { writeAudit } from "~/platform/write-audit.server";
import { type AdminAct, lockUser } from "./lock-user.server";

/**
 * Allows a user's tenant to name images by reference in its templates, or withdraws that (18.5): accepted tasks keep
 * running, new ones do not start. Idempotent. Refuses with M98.
 */
export async function allowOwnImages(given: AdminAct & { tenantId: number; allowed: boolean }): Promise<void> {
  const { actorId, userId, tenantId, allowed, requestId, now } = given;
  await transaction(async (tx) => {
    await lockUser(tx, given, "access.act");
    const changed = await tx.query(
      `update tenant set own_images_at = case when $2 then $3::timestamptz end
       where id = $1 and (own_images_at is not null) <> $2 returning 1`,
      [tenantId, allowed, now],
    );
    if (changed.length === 0) return;
    await writeAudit(
      {
        userId: actorId,
        action: allowed ? "tenant.allow-own-images" : "tenant.withdraw-own-images",
        target: `user:${userId}`,
        tenantId,
        before: { own_images: !allowed },
        after: { own_images: allowed },
        requestId,
        now,
      },
      tx,
    );
  });
}
