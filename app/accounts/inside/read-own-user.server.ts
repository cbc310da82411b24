import { prisma } from "~/platform/db.server";
import type { Account } from "~/accounts/account.server";

/** The answer of `GET /users/self` without retcode (3.5), for a user at a tenant. */
export async function readOwnUser({
  userId,
  tenantId,
  memberRole,
}: Pick<Account, "userId" | "tenantId" | "memberRole">) {
  const [user, tenant] = await Promise.all([
    prisma.user.findUniqueOrThrow({ where: { id: userId } }),
    prisma.tenant.findUniqueOrThrow({
      where: { id: tenantId },
      select: { tenantName: true, company: true, tax: true },
    }),
  ]);
  return {
    name: user.name,
    email: user.email ?? "",
    company: tenant.company,
    tax: tenant.tax,
    role: user.role,
    tenant_name: tenant.tenantName,
    member_role: memberRole,
  };
}
