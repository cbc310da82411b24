import { isOrder, isOwnPath } from "~/platform/own-path";
import { isStaff } from "~/platform/role";

/** Returns the target of a login: a path of ours, or the default of the role; never another site (0.10). */
export function redirectTarget(wanted: string | null | undefined, role: string): string {
  const fallback = isStaff(role) ? "/dashboard" : "/tasks";
  return wanted && isOwnPath(wanted) ? wanted : fallback;
}

/** Reads `?redirectTo=` of a page's address; null without one, or for another site. */
export function nextIn(request: Request): string | null {
  const wanted = new URL(request.url).searchParams.get("redirectTo");
  return wanted && isOwnPath(wanted) ? wanted : null;
}

/** Reads `?redirectTo=` if it leads to an order on Rent; else null. */
export function orderIn(request: Request): string | null {
  const next = nextIn(request);
  return isOrder(next) ? next : null;
}
