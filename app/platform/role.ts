/** The roles of the product, from least to most powerful (3.1). Each role may also do what those before it may. */
export const ROLES = ["customer", "support", "operator", "admin"] as const;
export type Role = (typeof ROLES)[number];

export type UserState = "unverified" | "active" | "suspended" | "closed";

export function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text);
}

/** Checks that `role` is at least `least`. */
export function hasRole(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}

export function isStaff(role: Role): boolean {
  return hasRole(role, "support");
}
