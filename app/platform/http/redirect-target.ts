import { isOrder, isOwnPath } from "~/platform/own-path";
import { isStaff, type Role } from "~/platform/role";

/** Where a login leads: a path of ours, or the default of the role; never another site (0.10). */
export function redirectTarget(wanted: string | null | undefined, role: Role): string {
  const fallback = isStaff(role) ? "/dashboard" : "/tasks";
  return wanted && isOwnPath(wanted) ? wanted : fallback;
}

/** The path of ours that the address of a page says to go on to, `?redirectTo=`; null where it says none, or another site. */
export function nextIn(request: Request): string | null {
  const wanted = new URL(request.url).searchParams.get("redirectTo");
  return wanted && isOwnPath(wanted) ? wanted : null;
}

/** The same, where it is an order on Rent. */
export function orderIn(request: Request): string | null {
  const next = nextIn(request);
  return isOrder(next) ? next : null;
}
