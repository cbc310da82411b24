import { db } from "~/platform/db.server";
import { hashOfSecret } from "~/platform/secret.server";
import type { UserState } from "~/platform/role";

/** The workspace that an admin token opens. */
export interface AuthenticatedWorkspace {
  workspaceId: number;
  name: string;
  maxUsers: number;
  ownerState: UserState;
  activeAt: Date | null;
}

/** Finds the workspace of a token. Null if the token is unknown or has ended, or the owner's account is closed. */
export async function findByAdminToken({ token }: { token: string }): Promise<AuthenticatedWorkspace | null> {
  const [row] = await db.query<AuthenticatedWorkspace>(
    `select w.id as "workspaceId", w.name, w.max_users as "maxUsers", u.state as "ownerState", w.active_at as "activeAt"
     from workspace w join user_account u on u.id = w.owner_id where w.admin_hash = $1 and u.state <> 'closed'`,
    [hashOfSecret(token)],
  );
  return row ?? null;
}
