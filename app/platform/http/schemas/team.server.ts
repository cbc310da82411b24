import { z } from "zod";
import type { InvitationRow, MemberRow } from "~/accounts/list-team.server";

const CENTS_PER_DOLLAR = 100;

/** A member in the answers of `/v1/team`. */
export const TeamMember = z.object({
  user_id: z.int().meta({ description: "Of the member", examples: [1042] }),
  name: z.string(),
  email: z.string(),
  role: z.string().meta({ description: "owner, admin, member, billing or viewer", examples: ["member"] }),
  ts_joined: z.number().meta({ description: "Epoch seconds" }),
  limit_dollars: z
    .number()
    .nullable()
    .meta({ description: "Of a month, UTC; null: none, or not the caller's to know", examples: [250] }),
  spent_dollars: z
    .number()
    .nullable()
    .meta({
      description: "What tasks they started were charged this month; null as above, and of the owner",
      examples: [12.5],
    }),
});

export const InvitationMember = z.object({
  id: z.int().meta({ examples: [7] }),
  email: z.string(),
  role: z.string().meta({ examples: ["member"] }),
  invited_by: z.string(),
  ts_expires: z.number().meta({ description: "Epoch seconds" }),
});

/** Limits and spend are told to those who set them, and everybody their own. */
export function teamMember(row: MemberRow, withMoney: boolean): z.output<typeof TeamMember> {
  const { userId, name, email, role, joinedTs, limitCents, spentCents } = row;
  const counted = withMoney && role !== "owner";
  return {
    user_id: userId,
    name,
    email,
    role,
    ts_joined: joinedTs,
    limit_dollars: withMoney && limitCents !== null ? limitCents / CENTS_PER_DOLLAR : null,
    spent_dollars: counted ? Math.floor(spentCents) / CENTS_PER_DOLLAR : null,
  };
}

export function invitationMember(row: InvitationRow): z.output<typeof InvitationMember> {
  const { id, email, role, invitedBy, expiresTs } = row;
  return { id, email, role, invited_by: invitedBy, ts_expires: expiresTs };
}
