import type { MemberRole } from "./may";

/** Label and description of each role (16.1). Every page loads them, so they are separate from the matrix. */
export const ROLE_WORDS: Record<MemberRole, { label: string; line: string }> = {
  owner: { label: "Owner", line: "Everything, including handing over the team." },
  admin: { label: "Admin", line: "Everything except managing admins and handing over." },
  member: { label: "Member", line: "Starts and stops tasks; sees no invoices." },
  billing: { label: "Billing", line: "Sees tasks; handles money, cards and the address." },
  viewer: { label: "Viewer", line: "Sees tasks and money, changes nothing." },
};
