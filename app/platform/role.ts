/** The documented roles (3.1). Each may also do what those before it may; admins make more roles of staff. */
export const ROLES = ["customer", "support", "operator", "admin"] as const;
export type Role = (typeof ROLES)[number];

export type UserState = "unverified" | "active" | "suspended" | "closed";

export function isStaff(role: string): boolean {
  return role !== "customer";
}

/** Checks that a role is one of the documented ones, which nobody changes. */
export function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text);
}
