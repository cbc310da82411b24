import { type Tx, db, transaction } from "~/platform/db.server";
import { emailFault } from "~/accounts/email-address";
import { lastingLimit } from "~/platform/lasting-limit.server";
import { M } from "~/usage/messages";
import { Refusal } from "~/platform/refusal";

export interface WorkspaceUserRow {
  email: string;
  /** True for the owner of the workspace, who cannot be removed. */
  owner: boolean;
  /** Epoch seconds. */
  added_ts: number;
}

/** The users in the order in which they were added. */
export async function listWorkspaceUsers({ workspaceId }: { workspaceId: number }): Promise<WorkspaceUserRow[]> {
  return await db.query<WorkspaceUserRow>(
    `select coalesce(u.email, '') as email, u.id = w.owner_id as owner, floor(extract(epoch from m.added_at))::float8 as added_ts
     from workspace_user m join workspace w on w.id = m.workspace_id join user_account u on u.id = m.user_id
     where m.workspace_id = $1 order by m.added_at, u.id`,
    [workspaceId],
  );
}

interface UserChange {
  workspaceId: number;
  email: string;
}

/** Unknown addresses that a workspace may try per hour: more would reveal who is a customer (decision 0174). */
const UNKNOWN_PER_HOUR = 30;
const unknown = lastingLimit({
  prefix: "workspace-user",
  points: UNKNOWN_PER_HOUR,
  durationS: 3600,
  refusal: (seconds) =>
    new Refusal(M.tooManyRequests({ seconds }), { status: 429, headers: { "Retry-After": String(seconds) } }),
});

/**
 * Adds a user; an existing one is left unchanged.
 * @throws Refusal M81, M93, 409 for a full workspace, and 429 for any address after too many unknown ones.
 */
export async function addWorkspaceUser(change: UserChange & { now: Date }): Promise<void> {
  // Counted before the look-up, so that neither concurrent calls nor those over the limit reveal more.
  await unknown.consume(String(change.workspaceId));
  try {
    await insertUser(change);
  } catch (error) {
    const isUnknown = error instanceof Refusal && error.message === M.noUserWithEmail;
    if (!isUnknown) await unknown.giveBack(String(change.workspaceId));
    throw error;
  }
  await unknown.giveBack(String(change.workspaceId));
}

async function insertUser({ workspaceId, email, now }: UserChange & { now: Date }): Promise<void> {
  await transaction(async (tx) => {
    const { maxUsers } = await lockById(tx, workspaceId);
    const userId = await findUser(tx, email);
    const [{ count, known } = { count: 0, known: false }] = await tx.query<{ count: number; known: boolean }>(
      `select count(*)::int as count, coalesce(bool_or(m.user_id = $2), false) as known
       from workspace_user m where m.workspace_id = $1`,
      [workspaceId, userId],
    );
    if (known) return;
    if (count >= maxUsers) throw new Refusal(fullText(maxUsers), { status: 409 });
    await tx.query(`insert into workspace_user (workspace_id, user_id, added_at) values ($1, $2, $3)`, [
      workspaceId,
      userId,
      now,
    ]);
  });
}

/** Removes a user. @throws Refusal M81, M93 also for a user of no workspace or another one, and 409 for the owner. */
export async function removeWorkspaceUser({ workspaceId, email }: UserChange): Promise<void> {
  await transaction(async (tx) => {
    const { ownerId } = await lockById(tx, workspaceId);
    const userId = await findUser(tx, email);
    if (userId === ownerId) throw new Refusal("The owner stays in the workspace.", { status: 409 });
    const removed = await tx.query(`delete from workspace_user where workspace_id = $1 and user_id = $2 returning 1`, [
      workspaceId,
      userId,
    ]);
    if (removed.length === 0) throw Refusal.ofField("email", M.noUserWithEmail);
  });
}

function fullText(maxUsers: number): string {
  return maxUsers === 1 ? "This workspace has its one user." : `This workspace has its ${maxUsers} users.`;
}

async function lockById(tx: Tx, workspaceId: number): Promise<{ maxUsers: number; ownerId: number }> {
  const [row] = await tx.query<{ maxUsers: number; ownerId: number }>(
    `select max_users as "maxUsers", owner_id as "ownerId" from workspace where id = $1 and deleted_at is null for update`,
    [workspaceId],
  );
  if (!row) throw new Refusal(M.noSuchWorkspace, { status: 404 });
  return row;
}

async function findUser(tx: Tx, given: string): Promise<number> {
  const email = given.toLowerCase();
  const [user] = await tx.query<{ id: number }>(`select id from user_account where email = $1 for key share`, [email]);
  if (!user) throw Refusal.ofField("email", emailFault(email) ?? M.noUserWithEmail);
  return user.id;
}
