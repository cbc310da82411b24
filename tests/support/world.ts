import { createHash, randomBytes } from "node:crypto";
import { db, transaction } from "~/platform/db.server";
import { addCredit } from "~/money/add-credit.server";
import { asUnits, UNITS_PER_DOLLAR } from "~/money/units";
import type { Role, UserState } from "~/platform/role";
import { createTenant } from "~/accounts/create-tenant.server";
import { hashPassword } from "~/accounts/inside/hash-password.server";
import { anEd25519Body } from "./ssh-key";

export { seedCatalogue as theCatalogue } from "../../prisma/seed-catalogue";

/**
 * Password of all people in tests. Its hash is computed once a file, because it takes as long as the rest of a tenant.
 */
const PASSWORD = "correct-horse-battery";
let passwordHash: Promise<string> | undefined;

let counter = 0;
const next = () => (counter += 1);

export interface TenantInWorld {
  tenantId: number;
  tenantName: string;
  userId: number;
  email: string;
  password: string;
  apiKey: string;
  sshKeyId: number;
}

/** A tenant with one user, an SSH key and, unless `dollars` is 0, credit in the ledger. */
export async function aTenant(
  given: { dollars?: number; email?: string; role?: Role; state?: UserState; now?: Date } = {},
): Promise<TenantInWorld> {
  const email = given.email ?? `person${next()}@test.example`;
  const now = given.now ?? new Date();
  passwordHash ??= hashPassword(PASSWORD);
  const made = await createTenant({
    name: "Test Person",
    email,
    password: { hash: await passwordHash },
    role: given.role ?? "customer",
    state: given.state ?? "active",
    now,
  });
  const dollars = given.dollars ?? 100;
  if (dollars > 0) await credit({ tenantId: made.tenantId, dollars, now });
  return { ...made, email, password: PASSWORD, sshKeyId: await anSshKey({ tenantId: made.tenantId }) };
}

/** An admin, who may do everything that staff may. */
export const anAdmin = async (): Promise<TenantInWorld> => await aTenant({ dollars: 0, role: "admin" });

/** Money from the payment provider, as a top-up would post it. */
export async function credit(given: { tenantId: number; dollars: number; now?: Date }): Promise<void> {
  const { tenantId, dollars, now = new Date() } = given;
  await transaction((tx) =>
    addCredit(tx, {
      tenantId,
      units: asUnits((BigInt(Math.round(dollars * 100)) * UNITS_PER_DOLLAR) / 100n),
      from: "provider",
      kind: "topup",
      key: `test-credit:${tenantId}:${next()}`,
      description: "Top-up",
      now,
    }),
  );
}

/** A stored public key, of the tenant's owner unless told otherwise; its private half is thrown away. */
export async function anSshKey(of: { tenantId: number; userId?: number; name?: string }): Promise<number> {
  const { tenantId, userId = null, name = "laptop" } = of;
  const body = anEd25519Body();
  const fingerprint = createHash("sha256").update(Buffer.from(body, "base64")).digest("base64").replace(/=+$/, "");
  const [row] = await db.query<{ id: number }>(
    `insert into ssh_key (tenant_id, user_id, name, type, body, comment, fingerprint, is_default)
     select $1, user_id, $2, 'ssh-ed25519', $3, 'test', $4,
       not exists (select from ssh_key k where k.tenant_id = $1 and k.user_id = member.user_id and k.is_default)
     from member where tenant_id = $1 and (user_id = $5 or $5::int is null and role = 'owner') returning id`,
    [tenantId, name, body, `SHA256:${fingerprint}`, userId],
  );
  if (!row) throw new Error("no SSH key was stored");
  return row.id;
}

export interface NodeInWorld {
  nodeId: number;
  nodeName: string;
  agentKey: string;
}

/** An enrolled node. By default it is healthy, in mode Norm, and has just reported. */
export async function aNode(
  given: {
    cluster?: string;
    gpuType?: string;
    gpus?: number;
    drain?: 0 | 1 | 2;
    health?: "new" | "healthy" | "error" | "dead";
    ibsActive?: number;
    nodeName?: string;
    now?: Date;
  } = {},
): Promise<NodeInWorld> {
  const { cluster = "fra1", gpuType = "a5000", gpus = 8, drain = 0, health = "healthy", ibsActive = 0 } = given;
  const nodeName = given.nodeName ?? `${cluster}-test-${String(next()).padStart(3, "0")}`;
  const agentKey = `mra_${randomBytes(32).toString("base64url")}`;
  const [row] = await db.query<{ id: number }>(
    `insert into node (node_name, node_key, cluster_name, node_type, gpu_type, gpus, ip_internal, ip_public, port, drain, health,
       ibs_active, simulated, agent_key_hash, boot_id, reported_at, enrolled_at)
     values ($1, regexp_replace($1, '[^A-Za-z0-9]', '_', 'g'), $2, 'demo8', $3, $4, '127.0.0.1', '203.0.113.9', 22, $5, $6,
       $7, true, $8, case when $6 = 'new' then '' else 'boot-1' end,
       case when $6 = 'new' then null else $9::timestamptz end, $9) returning id`,
    [
      nodeName,
      cluster,
      gpuType,
      gpus,
      drain,
      health,
      ibsActive,
      createHash("sha256").update(agentKey).digest("hex"),
      given.now ?? new Date(),
    ],
  );
  if (!row) throw new Error("no node was stored");
  return { nodeId: row.id, nodeName, agentKey };
}
