// POST /v1/teams/switch: switches the session to another team.
import { z } from "zod";
import { listOwnTeams, switchTeam } from "~/accounts/switch-team.server";
import { M } from "~/accounts/messages";
import { Refusal } from "~/platform/refusal";
import { apiRoute, operation } from "~/platform/http/api-route.server";

export const { loader, action } = apiRoute("teams/switch", {
  POST: operation({
    purpose: "Switches the session to another team of the user",
    credentials: ["S"],
    need: "own.act",
    ours: true,
    refusals: ["notYourTeam"],
    input: z.object({ tenant_name: z.string() }),
    answer: z.object({ tenant_name: z.string() }),
    run: async ({ account: { userId }, session, input: { tenant_name: tenantName } }) => {
      const team = (await listOwnTeams({ userId })).find((one) => one.tenantName === tenantName);
      if (!team || !session) throw new Refusal(M.notYourTeam);
      await switchTeam({ sessionId: session.sessionId, tenantId: team.tenantId });
      return { tenant_name: tenantName };
    },
  }),
});
