/** The roles of a tenant's members, from most to least powerful (16.1). */
export const MEMBER_ROLES = ["owner", "admin", "member", "billing", "viewer"] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** The roles that an invitation or a change of role may give. A new owner comes only by handover. */
export const GIVEN_ROLES = ["admin", "member", "billing", "viewer"] as const;
export type GivenRole = (typeof GIVEN_ROLES)[number];

/** A role at a tenant: a member's, or that of staff who see the tenant's screens for a while (16.12). */
export type TenantRole = MemberRole | "staff";

/** The roles that have each right: the only matrix of roles (16.2). A right without a row belongs to nobody. */
const MATRIX = {
  /** One's own name, password, sessions and second factor, joining, leaving and switching. */
  "own.act": ["owner", "admin", "member", "billing", "viewer"],
  "tasks.see": ["owner", "admin", "member", "billing", "viewer", "staff"],
  "tasks.act": ["owner", "admin", "member"],
  /** The output of tasks, which may contain secrets. */
  "logs.see": ["owner", "admin", "member", "billing", "viewer"],
  "volumes.see": ["owner", "admin", "member", "billing", "viewer", "staff"],
  /** Making, growing and deleting volumes. */
  "volumes.act": ["owner", "admin", "member"],
  "templates.see": ["owner", "admin", "member", "billing", "viewer", "staff"],
  /** Making, changing and deleting templates of the tenant's own. */
  "templates.act": ["owner", "admin", "member"],
  "money.see": ["owner", "admin", "billing", "viewer", "staff"],
  "money.act": ["owner", "admin", "billing"],
  /** API keys of one's own, and the logins of command lines. */
  "keys.act": ["owner", "admin", "member", "billing"],
  "webhooks.act": ["owner", "admin"],
  "settings.see": ["owner", "admin", "member", "billing", "viewer", "staff"],
  /** The tenant's address, company and tax number. */
  "settings.act": ["owner", "admin", "billing"],
  "team.see": ["owner", "admin", "member", "billing", "viewer", "staff"],
  /** Invitations, roles, limits, removing, the team's name. */
  "team.act": ["owner", "admin"],
  "team.own": ["owner"],
} as const satisfies Record<string, readonly TenantRole[]>;

/** A right that a role brings. */
export type Right = keyof typeof MATRIX;
export const RIGHTS = Object.keys(MATRIX) as Right[];

/**
 * The need of a screen or path: a right, or to be at one's own tenant, which has PRO, coins and the account key (16.3).
 * `home.see` is for screens of it that staff may see too (16.12).
 */
export type Need = Right | "home" | "home.see";

/** Returns the role whose screens a role sees: staff see what a viewer sees. */
export function shownRole(role: TenantRole): MemberRole {
  return role === "staff" ? "viewer" : role;
}

export function isMemberRole(text: string): text is MemberRole {
  return (MEMBER_ROLES as readonly string[]).includes(text);
}

export function isGivenRole(text: string): text is GivenRole {
  return (GIVEN_ROLES as readonly string[]).includes(text);
}

export function may(role: TenantRole, right: Right): boolean {
  return (MATRIX[right] as readonly TenantRole[]).includes(role);
}

/** The members' roles with a right, for statements that find members. */
export function rolesWith(right: Right): readonly MemberRole[] {
  return MEMBER_ROLES.filter((role) => may(role, right));
}

/** Names the roles that have a right, in words. */
export function holdersOf(right: Right): string {
  const roles = rolesWith(right);
  if (roles.length === 1) return `the ${roles[0] ?? ""}`;
  return `an ${roles.slice(0, -1).join(", ")} or ${roles.at(-1) ?? ""}`;
}

/** Checks whether a member of a tenant meets a need. */
export function meets(member: { memberRole: TenantRole; atHome: boolean }, need: Need): boolean {
  if (need === "home") return member.atHome;
  if (need === "home.see") return member.atHome || member.memberRole === "staff";
  return may(member.memberRole, need);
}

/**
 * Checks whether a member may change another's role or limit, or remove them. Admins may not act on admins or the
 * owner.
 */
export function mayManage(actor: TenantRole, other: MemberRole): boolean {
  if (other === "owner" || !may(actor, "team.act")) return false;
  return actor === "owner" || other !== "admin";
}

/** Checks whether a member may give a role; an admin cannot appoint admins. */
export function mayGive(actor: TenantRole, role: GivenRole): boolean {
  return mayManage(actor, role);
}
