import { prisma } from "~/db.server";

/** The answer of `GET /users/self` without retcode (3.5). */
export async function readOwnUser({ userId }: { userId: number }) {
  const user = await prisma.user.findUniqueOrThrow({
    where: { id: userId },
    include: { tenant: { select: { tenantName: true, company: true, tax: true } } },
  });
  return {
    name: user.name,
    email: user.email ?? "",
    company: user.tenant.company,
    tax: user.tenant.tax,
    role: user.role,
    tenant_name: user.tenant.tenantName,
  };
}
