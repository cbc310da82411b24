// GET /v1/rehearsals/{id}: one rehearsal with its result, for staff.
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { Refusal } from "~/platform/refusal";
import { readRehearsal, seesMoneyOf } from "~/rehearsal/inside/read-rehearsals.server";
import { RehearsalJson } from "~/rehearsal/inside/rehearsal-json";
import { M } from "~/rehearsal/messages";
import { rehearsalId } from "~/rehearsal/inside/rehearsal-id";

export const { loader, action } = apiRoute("rehearsals/rehearsal", {
  GET: operation({
    purpose: "A rehearsal: how far it is, and its result",
    credentials: ["K", "S"],
    right: "fleet.see",
    ours: true,
    statuses: [404],
    answer: RehearsalJson,
    run: async ({ account, params }) => {
      const id = rehearsalId(params.id);
      const found = id === null ? null : await readRehearsal({ id, seesMoney: seesMoneyOf(account) });
      if (!found) throw new Refusal(M.notFound, { status: 404 });
      return RehearsalJson.parse(found);
    },
  }),
});
