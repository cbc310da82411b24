import { snapshot } from "~/platform/db.server";
import { ownedTenants } from "~/accounts/owned-tenants.server";
import { UNITS_PER_CENT } from "~/money/units";
import { readAvailable } from "~/money/read-available.server";

/** Everything that a deletion ends, for its screen. */
export interface Losses {
  /** The cents that are given up; 0 for less than one. */
  cents: number;
  /** True if money is owed: then the account cannot be deleted. */
  owes: boolean;
  tasks: number;
  /** Other members of tenants that end. */
  members: number;
  apiKeys: number;
  sshKeys: number;
  /** Volumes and all their data. */
  volumes: number;
  webhooks: number;
  subscribed: boolean;
}

export async function readLosses({ userId, now }: { userId: number; now: Date }): Promise<Losses> {
  return await snapshot(async (tx) => {
    const tenantIds = await ownedTenants(tx, userId);
    const money = [...(await readAvailable(tx, tenantIds, now)).values()].map(({ availableUnits }) => availableUnits);
    const [counts] = await tx.query<Omit<Losses, "cents" | "owes">>(
      `select
         (select count(*)::int from task where tenant_id = any($1::int[]) and finished_at is null) as tasks,
         (select count(distinct user_id)::int from member where tenant_id = any($1::int[]) and user_id <> $2) as members,
         (select count(*)::int from api_key where user_id = $2 and scope in ('full', 'named')
            and coalesce(least(revoked_at, expires_at), 'infinity') > $3) as "apiKeys",
         (select count(*)::int from ssh_key where tenant_id = any($1::int[]) or user_id = $2) as "sshKeys",
         (select count(*)::int from volume where tenant_id = any($1::int[]) and state in ('kept', 'unpaid')) as volumes,
         (select count(*)::int from webhook_endpoint where tenant_id = any($1::int[]) and state <> 'deleted') as webhooks,
         exists (select from subscription where tenant_id = any($1::int[]) and ended_at is null) as subscribed`,
      [tenantIds, userId, now],
    );
    if (!counts) throw new Error("counts answered no row");
    const units = money.reduce((sum, one) => (one > 0n ? sum + one : sum), 0n);
    return { ...counts, cents: Number(units / UNITS_PER_CENT), owes: money.some((one) => one < 0n) };
  });
}
