// POST /v1/team/members/change: changes a member's role or limit.
import { z } from "zod";
import { changeRole, setMemberLimit } from "~/accounts/inside/teams/change-member.server";
import { listMembers, MEMBER } from "~/accounts/list-team.server";
import { GIVEN_ROLES } from "~/platform/may";
import { M } from "~/accounts/messages";
import { Refusal } from "~/platform/refusal";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { rowId } from "~/platform/http/schemas/row-id.server";

const CENTS = 100;

export const { loader, action } = apiRoute("teams/change-member", {
  POST: operation({
    purpose: "Changes a member's role or monthly limit; omitted fields stay as they are",
    credentials: ["K", "S"],
    need: "team.act",
    scope: "account",
    ours: true,
    statuses: [404],
    refusals: ["noSuchMember", "roleNotYours", "wrongRole", "wrongMemberLimit"],
    input: z.strictObject({
      user_id: rowId(M.noSuchMember).meta({ description: "Id of the member", examples: [1042] }),
      role: z.enum(GIVEN_ROLES, M.wrongRole).optional(),
      limit_dollars: z
        .number(M.wrongMemberLimit)
        .nullable()
        .optional()
        .meta({
          description: "The most that tasks they start may cost in a month, UTC; null: no limit",
          examples: [250],
        }),
    }),
    example: { input: { user_id: 1042, limit_dollars: 250 } },
    answer: z.object({ member: MEMBER.schema }),
    run: async ({ account: { tenantId, userId }, input, requestId, now }) => {
      const { user_id: memberId, role, limit_dollars: dollars } = input;
      const act = { tenantId, userId, memberId, requestId, now };
      const limitCents = typeof dollars === "number" ? Math.round(dollars * CENTS) : dollars;
      if (role !== undefined) await changeRole({ ...act, role, limitCents });
      else if (limitCents !== undefined) await setMemberLimit({ ...act, limitCents });
      const member = (await listMembers({ tenantId, now })).find((one) => one.user_id === memberId);
      if (!member) throw new Refusal(M.noSuchMember, { status: 404 });
      return { member };
    },
  }),
});
