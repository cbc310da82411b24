import { isStaff, type Role } from "~/domain/role";

const LONGEST = 500;

/** Where a login leads: a path of ours, or the default of the role; never another site (0.10). */
export function redirectTarget(wanted: string | null | undefined, role: Role): string {
  const fallback = isStaff(role) ? "/dashboard" : "/tasks";
  return wanted && isOwnPath(wanted) ? wanted : fallback;
}

/** One `/` at the start, no second one, no backslash, and nothing but what an address is made of. */
export function isOwnPath(path: string): boolean {
  return path.length <= LONGEST && /^\/(?!\/)[!-[\]-~]*$/.test(path);
}
