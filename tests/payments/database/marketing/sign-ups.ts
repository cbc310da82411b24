import { db, transaction } from "~/platform/db.server";
import { createTenant } from "~/accounts/create-tenant.server";
import type { SignUpSource } from "~/accounts/sign-up-sources";
import type { Role } from "~/platform/role";
import { setSubscriptionStatus } from "~/payments/inside/subscription/set-subscription-status.server";
import { credit } from "../../../support/world";

let count = 0;

export interface SignUp {
  userId: number;
  tenantId: number;
}

/** A registration that is not confirmed yet. */
export async function aSignUp(given: {
  at: string;
  source?: SignUpSource;
  text?: string;
  role?: Role;
}): Promise<SignUp> {
  count += 1;
  return await createTenant({
    name: `Sign-up ${count}`,
    email: `sign-up-${count}@test.example`,
    password: { hash: "none" },
    role: given.role ?? "customer",
    state: "unverified",
    source: given.source ?? "search",
    sourceText: given.text ?? "",
    now: new Date(given.at),
  });
}

export async function confirm({ userId }: SignUp, at: string): Promise<void> {
  await db.query(`update user_account set state = 'active', updated_at = $2 where id = $1`, [userId, new Date(at)]);
}

export async function storeKey({ tenantId }: SignUp, at: string): Promise<void> {
  await db.query(
    `insert into ssh_key (tenant_id, user_id, name, type, body, fingerprint, created_at)
     select $1, user_id, 'k', 't', 'b', 'fingerprint', $2 from member where tenant_id = $1 and role = 'owner'`,
    [tenantId, new Date(at)],
  );
}

export async function askForTask({ tenantId }: SignUp, at: string): Promise<void> {
  await db.query(
    `insert into task (tenant_id, task_name, cluster_name, gpu_type, gpus_min, tenant_image, ssh_public_key, state,
       accepted_gpu_pph, pph, accepted_at, state_at, finished_at)
     values ($1, 'first', 'fra1', 'a5000', 1, 'ubuntu22', 'key', 'finished', 95, 95, $2, $2, $2)`,
    [tenantId, new Date(at)],
  );
}

export async function topUp({ tenantId }: SignUp, at: string, dollars = 50): Promise<void> {
  await credit({ tenantId, dollars, now: new Date(at) });
}

export async function become({ userId }: SignUp, to: "active" | "trial", at: string): Promise<void> {
  await transaction((tx) => setSubscriptionStatus(tx, { of: { userId }, to, now: new Date(at) }));
}

/** Rows of the sums by day that differ from the registrations. */
export async function wrongSums(): Promise<object[]> {
  return await db.query(
    `with counted as (
       select (c).* from (select sign_up_counts(s) as c from sign_up s where s.customer) counts),
     made as (
       select day, source, pro, sum(users)::int as users, sum(confirmed)::int as confirmed, sum(with_key)::int as with_key,
         sum(with_task)::int as with_task, sum(with_topup)::int as with_topup, sum(with_second)::int as with_second,
         sum(paying)::int as paying, sum(paid_units)::bigint as paid_units
       from counted group by 1, 2, 3),
     kept as (
       select day, source, pro, users, confirmed, with_key, with_task, with_topup, with_second, paying, paid_units
       from sign_up_day where users <> 0 or paid_units <> 0)
     (select * from made except select * from kept) union all (select * from kept except select * from made)`,
  );
}
