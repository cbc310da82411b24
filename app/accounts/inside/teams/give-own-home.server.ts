import type { Tx } from "~/platform/db.server";
import { makeApiKey } from "../api-keys/make-api-key.server";
import { insertTenant } from "~/accounts/create-tenant.server";
import { ownedTenants } from "~/accounts/owned-tenants.server";

/**
 * Gives a former owner a tenant of their own, which every user has (16.1): another one that they own, or an empty one.
 * Their sessions stay where they are; their account key is replaced.
 */
export async function giveOwnHome(
  tx: Tx,
  { userId, tenantId, now }: { userId: number; tenantId: number; now: Date },
): Promise<void> {
  const [user] = await tx.query<{ email: string | null }>(
    `select email from user_account where id = $1 and tenant_id = $2 for no key update`,
    [userId, tenantId],
  );
  if (!user) return;
  const [owned] = (await ownedTenants(tx, userId)).filter((one) => one !== tenantId);
  const home = owned ?? (await insertTenant(tx, { email: user.email ?? "", now })).tenantId;
  await tx.query(
    `insert into member (tenant_id, user_id, role, joined_at) values ($1, $2, 'owner', $3) on conflict do nothing`,
    [home, userId, now],
  );
  await tx.query(`update session set tenant_id = $2 where user_id = $1 and tenant_id is null`, [userId, tenantId]);
  await tx.query(`update user_account set tenant_id = $2 where id = $1`, [userId, home]);
  await makeApiKey(tx, { userId, now });
}
