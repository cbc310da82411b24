import { type Tx, transaction } from "~/platform/db.server";
import { writeAudit } from "~/platform/write-audit.server";
import { M } from "~/usage/messages";
import { queueMail } from "~/platform/queue-mail.server";
import { Refusal } from "~/platform/refusal";
import { adminTokenFrom, storedAdminToken } from "./inside/workspaces/admin-token.server";
import { attachKey } from "./inside/workspaces/inference-keys.server";
import { isNameTaken } from "./inside/workspaces/is-name-taken.server";
import { NAME_KEPT_DAYS } from "./inside/workspaces/kept-days";
import { readMaxUsers } from "./inside/workspaces/max-users";
import { holdOwner } from "./workspace-owner.server";
import type { StaffAct } from "./inside/workspaces/staff-act";
import { welcomeMail } from "./inside/workspaces/welcome-mail.server";
import { normaliseWorkspaceName } from "./inside/workspaces/workspace-name";

/** A new workspace as typed or sent. */
export interface NewWorkspace {
  name: string;
  email: string;
  /** A number, or the text of one. */
  maxUsers: unknown;
  inferenceToken: string;
  /** Token chosen by the caller; an empty text creates one. */
  adminToken: string;
  /** True if a mail informs the owner. */
  welcome: boolean;
}

/** A workspace with its full tokens, in the answer to its creator. */
export interface WorkspaceTokens {
  name: string;
  maxUsers: number;
  inferenceToken: string;
  adminToken: string;
}

/** Creates a workspace for a known owner, with the owner's waiting key (A15). @throws Refusal M90–M93, M95, M96. */
export async function createWorkspace(given: NewWorkspace & StaffAct): Promise<WorkspaceTokens> {
  const { email, inferenceToken, welcome, actorId, requestId, now } = given;
  const name = normaliseWorkspaceName(given.name);
  if (name === "") throw Refusal.ofField("name", M.workspaceNameRequired);
  if (await isNameTaken({ name, now })) throw Refusal.ofField("name", M.workspaceNameTaken);
  const maxUsers = readMaxUsers(given.maxUsers);
  if (maxUsers === null) throw Refusal.ofField("max_users", M.userCountNotANumber);
  const adminToken = adminTokenFrom(given.adminToken);
  await transaction(async (tx) => {
    const owner = await holdOwner(tx, given);
    if (inferenceToken === "") throw Refusal.ofField("inference_token", M.tokenMissing);
    const workspaceId = await insert(tx, { name, maxUsers, adminToken, ...owner, now });
    await attachKey(tx, { key: inferenceToken, ...owner, workspaceId });
    if (welcome) {
      await queueMail(tx, {
        to: email.toLowerCase(),
        ...welcomeMail({ name, maxUsers }),
        cause: `workspace:${workspaceId}`,
      });
    }
    const { tenantId, tenantName } = owner;
    const audit = { userId: actorId, action: "workspace.create", target: `workspace:${name}`, tenantId };
    const after = { owner: tenantName, max_users: maxUsers, welcome, shown: 2 };
    await writeAudit({ ...audit, after, requestId, now }, tx);
  });
  return { name, maxUsers, inferenceToken, adminToken };
}

interface NewRow extends Pick<WorkspaceTokens, "name" | "maxUsers" | "adminToken"> {
  tenantId: number;
  userId: number;
  now: Date;
}

/** Stores the workspace. If two requests use a name at once, the database accepts one. The owner is its first user. */
async function insert(tx: Tx, { name, maxUsers, adminToken, tenantId, userId, now }: NewRow): Promise<number> {
  await tx.query(`delete from workspace where name = $1 and deleted_at <= $2::timestamptz - $3 * interval '1 day'`, [
    name,
    now,
    NAME_KEPT_DAYS,
  ]);
  const { hash, encrypted, last4 } = storedAdminToken(adminToken);
  const [made] = await tx.query<{ id: number }>(
    `insert into workspace (name, tenant_id, owner_id, max_users, admin_hash, admin_encrypted, admin_last4, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning id`,
    [name, tenantId, userId, maxUsers, hash, encrypted, last4, now],
  );
  if (!made) {
    const [other] = await tx.query(`select from workspace where name = $1`, [name]);
    throw other
      ? Refusal.ofField("name", M.workspaceNameTaken)
      : Refusal.ofField("admin_token", "Another workspace has this admin token.");
  }
  await tx.query(`insert into workspace_user (workspace_id, user_id, added_at) values ($1, $2, $3)`, [
    made.id,
    userId,
    now,
  ]);
  return made.id;
}
