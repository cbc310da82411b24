import type { Role } from "~/platform/role";
import { aTenant, type TenantInWorld } from "../../../support/world";
import { aVisit, type Visit } from "../../../accounts/database/screens/visit";

/** One logged-in person of each role, and a visitor. */
export interface Staff {
  customer: Visit;
  support: Visit;
  operator: Visit;
  admin: Visit;
  /** The customer's own tenant. */
  tenant: TenantInWorld;
}

export async function theStaff(): Promise<Staff> {
  const tenant = await aTenant();
  const visitOf = async (role: Role) => await aVisit({ userId: (await aTenant({ role, dollars: 0 })).userId });
  return {
    tenant,
    customer: await aVisit({ userId: tenant.userId }),
    support: await visitOf("support"),
    operator: await visitOf("operator"),
    admin: await visitOf("admin"),
  };
}
