import { randomInt } from "node:crypto";
import { type Tx, transaction } from "~/platform/db.server";
import { openAccounts } from "~/money/open-accounts.server";
import { hashPassword } from "./inside/hash-password.server";
import { makeApiKey } from "./inside/api-keys/make-api-key.server";
import type { Role, UserState } from "~/platform/role";
import type { SignUpSource } from "./sign-up-sources";
import { tenantNameFrom } from "./inside/tenant-name";

interface NewTenant {
  name: string;
  email: string;
  /** The password or its hash; a null hash for an invited user without a password. */
  password: string | { hash: string | null };
  role: Role;
  state: UserState;
  /** Answer to 'How did you hear about us?'. */
  source?: SignUpSource;
  sourceText?: string;
  now: Date;
}

interface CreatedTenant {
  tenantId: number;
  tenantName: string;
  userId: number;
  apiKey: string;
}

const ATTEMPTS = 5;

/**
 * Creates a tenant with its first user, ledger accounts and API key, and whatever `also` writes. The database refuses a
 * second user with the same email.
 */
export async function createTenant(
  given: NewTenant,
  also?: (tx: Tx, created: CreatedTenant) => Promise<void>,
): Promise<CreatedTenant> {
  const { password } = given;
  const passwordHash = typeof password === "string" ? await hashPassword(password) : password.hash;
  return await transaction(async (tx) => {
    const created = await insertWithUser(tx, given, passwordHash);
    await also?.(tx, created);
    return created;
  });
}

/** Creates a tenant and its user inside a caller's transaction. */
export async function insertWithUser(
  tx: Tx,
  given: Omit<NewTenant, "password">,
  passwordHash: string | null,
): Promise<CreatedTenant> {
  const email = given.email.toLowerCase();
  const { tenantId, tenantName } = await insertTenant(tx, { email, now: given.now });
  const userId = await idOf(
    tx,
    `insert into user_account
       (tenant_id, name, email, password_hash, role, state, source, source_text, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) returning id`,
    [
      ...[tenantId, given.name, email, passwordHash, given.role, given.state],
      ...[given.source ?? "unknown", given.sourceText ?? "", given.now],
    ],
  );
  const apiKey = await makeApiKey(tx, { userId, now: given.now });
  return { tenantId, tenantName, userId, apiKey };
}

/** Creates a tenant with its ledger accounts but no members, under a free name. */
export async function insertTenant(
  tx: Tx,
  { email, now }: { email: string; now: Date },
): Promise<{ tenantId: number; tenantName: string }> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const tenantName = tenantNameFrom(email, randomSuffix());
    const [made] = await tx.query<{ id: number }>(
      `insert into tenant (tenant_name, created_at) values ($1, $2) on conflict (tenant_name) do nothing returning id`,
      [tenantName, now],
    );
    if (!made) continue;
    await openAccounts(tx, { tenantId: made.id });
    return { tenantId: made.id, tenantName };
  }
  throw new Error("no name of a tenant was free");
}

async function idOf(tx: Tx, statement: string, values: unknown[]): Promise<number> {
  const [row] = await tx.query<{ id: number }>(statement, values);
  if (!row) throw new Error("an insert answered no id");
  return row.id;
}

function randomSuffix(): string {
  return randomInt(36 ** 4)
    .toString(36)
    .padStart(4, "0");
}
