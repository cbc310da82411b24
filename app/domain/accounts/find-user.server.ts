import { type Prisma } from "~/generated/prisma/client";
import { prisma } from "~/db.server";

export type UserKey = { id: number } | { tenantName: string } | { email: string };

/** A user as operators see them (3.6). */
export interface UserRow {
  id: number;
  name: string;
  email: string;
  provider: string;
  codify_subscription_status: string;
  /** Epoch seconds, and the same as ISO-8601. */
  created: number;
  created_at: string;
  tenant_name: string;
  role: string;
  state: string;
  /** Why access was taken; empty unless suspended. */
  suspended_reason: string;
  two_factor: boolean;
}

/** The user of an id, of a tenant's name (its first user) or of an email; null when there is none. */
export async function findUser(key: UserKey): Promise<(UserRow & { tenantId: number }) | null> {
  const user = await prisma.user.findFirst({
    where: conditionOf(key),
    orderBy: { id: "asc" },
    include: { tenant: { select: { tenantName: true } } },
  });
  if (!user) return null;
  const createdSeconds = Math.floor(user.createdAt.getTime() / 1000);
  return {
    id: user.id,
    tenantId: user.tenantId,
    name: user.name,
    email: user.email ?? "",
    provider: user.provider,
    codify_subscription_status: user.codifySubscriptionStatus,
    created: createdSeconds,
    created_at: new Date(createdSeconds * 1000).toISOString().replace(".000Z", "Z"),
    tenant_name: user.tenant.tenantName,
    role: user.role,
    state: user.state,
    suspended_reason: user.suspendedReason,
    two_factor: user.totpConfirmedAt !== null,
  };
}

function conditionOf(key: UserKey): Prisma.UserWhereInput {
  if ("id" in key) return { id: Number.isSafeInteger(key.id) && key.id < 2 ** 31 ? key.id : -1 };
  if ("tenantName" in key) return { tenant: { tenantName: storable(key.tenantName) } };
  return { email: storable(key.email.toLowerCase()) };
}

/** No text of PostgreSQL holds a NUL, so one that does names nobody. */
function storable(text: string): string {
  return text.includes("\0") ? "" : text;
}
