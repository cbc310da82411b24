import type { MemberRole } from "./may";

/** What people read of each role (16.1). Every page has them, so they stand apart from the matrix. */
export const ROLE_WORDS: Record<MemberRole, { label: string; line: string }> = {
  owner: { label: "Owner", line: "Everything, and hands the team over." },
  admin: { label: "Admin", line: "Everything but managing admins and handing over." },
  member: { label: "Member", line: "Starts and stops tasks; sees no invoices." },
  billing: { label: "Billing", line: "Sees tasks; handles money, cards and the address." },
  viewer: { label: "Viewer", line: "Sees tasks and money, changes nothing." },
};
