import { prisma } from "~/platform/db.server";

/** The answer of `GET /users/self` without retcode (3.5), for a member at a tenant. */
export async function readOwnUser({ userId, tenantId }: { userId: number; tenantId: number }) {
  const { user, tenant, role } = await prisma.member.findUniqueOrThrow({
    where: { tenantId_userId: { tenantId, userId } },
    include: { user: true, tenant: { select: { tenantName: true, company: true, tax: true } } },
  });
  return {
    name: user.name,
    email: user.email ?? "",
    company: tenant.company,
    tax: tenant.tax,
    role: user.role,
    tenant_name: tenant.tenantName,
    member_role: role,
  };
}
