import { type Queryable, db, transaction } from "./db.server";
import { writeAudit } from "./write-audit.server";

/** Further looks within this time are not recorded again. */
const ONE_LOOK_MS = 15 * 60_000;

interface Look {
  viewer: { userId: number; tenantId: number };
  /** The tenant of the account that is viewed. */
  tenantId: number;
  action: "user.view" | "task.view" | "tasks.view" | "conversation.view";
  target: string;
  requestId: string;
  now: Date;
}

/**
 * Records that staff viewed another user's account: one row per staff user, target and 15 minutes, however often a
 * screen reloads. It runs in parallel with the reading and does not slow it down.
 */
export async function recordLook({ viewer, tenantId, ...look }: Look): Promise<void> {
  const { userId } = viewer;
  if (viewer.tenantId === tenantId || (await hasLooked(db, { ...look, userId }))) return;
  await transaction(async (tx) => {
    // Two tabs opened together count as one look.
    await tx.query(`select pg_advisory_xact_lock(hashtext('audit.look'), hashtext($1))`, [`${userId} ${look.target}`]);
    if (!(await hasLooked(tx, { ...look, userId }))) await writeAudit({ ...look, userId, tenantId }, tx);
  });
}

async function hasLooked(q: Queryable, look: { userId: number; action: string; target: string; now: Date }) {
  const rows = await q.query(
    `select from audit_row where target = $1 and action = $2 and user_id = $3 and at > $4 limit 1`,
    [look.target, look.action, look.userId, new Date(look.now.getTime() - ONE_LOOK_MS)],
  );
  return rows.length > 0;
}
