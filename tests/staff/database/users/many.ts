import { db } from "~/platform/db.server";

interface Made {
  name?: string;
  email?: string | null;
  role?: string;
  state?: string;
  status?: string;
  source?: string;
  country?: string;
  createdAt?: Date;
}

let made = 0;

/** A user with a tenant, without a password or a money account. */
export async function aUser(given: Made = {}): Promise<{ userId: number; tenantId: number; tenantName: string }> {
  const number = (made += 1);
  const tenantName = `many-${number}`;
  const [tenant] = await db.query<{ id: number }>(
    `insert into tenant (tenant_name, country) values ($1, $2) returning id`,
    [tenantName, given.country ?? ""],
  );
  const tenantId = tenant?.id ?? 0;
  const email = given.email === undefined ? `many${number}@example.com` : given.email;
  const [user] = await db.query<{ id: number }>(
    `insert into user_account (tenant_id, name, email, role, state, codify_subscription_status, source, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8) returning id`,
    [
      ...[tenantId, given.name ?? `Many ${number}`, email, given.role ?? "customer", given.state ?? "active"],
      ...[
        given.status ?? "none",
        given.source ?? "unknown",
        given.createdAt ?? new Date(Date.UTC(2024, 0, 1, 0, number)),
      ],
    ],
  );
  return { userId: user?.id ?? 0, tenantId, tenantName };
}
