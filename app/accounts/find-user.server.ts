import { type Prisma } from "~/generated/prisma/client";
import { prisma } from "~/platform/db.server";

export type UserKey = { id: number } | { tenantName: string } | { email: string };

/** A user, for operators (3.6). */
export interface UserRow {
  id: number;
  name: string;
  email: string;
  provider: string;
  codify_subscription_status: string;
  /** Epoch seconds, and the same in ISO 8601. */
  created: number;
  created_at: string;
  tenant_name: string;
  role: string;
  state: string;
  /** Reason of the suspension; empty unless suspended. */
  suspended_reason: string;
  two_factor: boolean;
}

/**
 * Finds a user by id or email with their own tenant, or the owner of a named tenant with that tenant (16.1); null if
 * there is no match.
 */
export async function findUser(key: UserKey): Promise<(UserRow & { tenantId: number }) | null> {
  const found = await findMember(key);
  if (!found) return null;
  const { user, tenant } = found;
  const createdSeconds = Math.floor(user.createdAt.getTime() / 1000);
  return {
    id: user.id,
    tenantId: tenant.id,
    name: user.name,
    email: user.email ?? "",
    provider: user.provider,
    codify_subscription_status: user.codifySubscriptionStatus,
    created: createdSeconds,
    created_at: new Date(createdSeconds * 1000).toISOString().replace(".000Z", "Z"),
    tenant_name: tenant.tenantName,
    role: user.role,
    state: user.state,
    suspended_reason: user.suspendedReason,
    two_factor: user.totpConfirmedAt !== null,
  };
}

async function findMember(key: UserKey) {
  if ("tenantName" in key) {
    return await prisma.member.findFirst({
      where: { role: "owner", tenant: { tenantName: storable(key.tenantName) } },
      include: { user: true, tenant: true },
    });
  }
  const user = await prisma.user.findFirst({ where: conditionOf(key), include: { tenant: true } });
  return user && { user, tenant: user.tenant };
}

function conditionOf(key: Exclude<UserKey, { tenantName: string }>): Prisma.UserWhereInput {
  if ("id" in key) return { id: Number.isSafeInteger(key.id) && key.id < 2 ** 31 ? key.id : -1 };
  return { email: storable(key.email.toLowerCase()) };
}

/** Returns a text that PostgreSQL can store; one with NUL matches nobody. */
function storable(text: string): string {
  return text.includes("\0") ? "" : text;
}
