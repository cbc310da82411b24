// GET /v1/templates/{template}: one template, by its name or its id. PATCH: changes one of the tenant's own. DELETE: deletes it.
import { z } from "zod";
import { requireConfirmed } from "~/accounts/require-confirmed";
import { changeTemplate, deleteTemplate } from "~/compute/change-template.server";
import { readTemplate, TEMPLATE } from "~/compute/list-templates.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { TEMPLATE_REFUSALS, TemplateInput } from "~/platform/http/schemas/template.server";

const answer = z.object({ template: TEMPLATE.schema });
const named = (params: Readonly<Partial<Record<string, string>>>) => params["template"] ?? "";

export const { loader, action } = apiRoute("volumes/template", {
  GET: operation({
    purpose: "One template, by its name or its id",
    credentials: ["K", "S"],
    need: "templates.see",
    ours: true,
    answer,
    run: async ({ account: { tenantId }, params }) => ({
      template: await readTemplate({ tenantId, named: named(params) }),
    }),
  }),
  PATCH: operation({
    purpose: "Changes a template of your own; omitted fields stay, and tasks keep their settings",
    credentials: ["K", "S"],
    need: "templates.act",
    scope: "tasks",
    ours: true,
    input: TemplateInput,
    refusals: [...TEMPLATE_REFUSALS],
    example: { input: { http_ports: [8888, 6006] } },
    answer,
    run: async ({ account, params, input, now }) => {
      requireConfirmed(account);
      const { tenantId, userId } = account;
      const id = await changeTemplate({ tenantId, userId, named: named(params), now }, input);
      return { template: await readTemplate({ tenantId, named: id }) };
    },
  }),
  DELETE: operation({
    purpose: "Deletes a template of your own; tasks keep their settings",
    credentials: ["K", "S"],
    need: "templates.act",
    scope: "tasks",
    ours: true,
    answer: z.object({ human_readable_message: z.string() }),
    example: { answer: { human_readable_message: "Template notebook is deleted." } },
    run: async ({ account: { tenantId, userId }, params, now }) => {
      const name = await deleteTemplate({ tenantId, userId, named: named(params), now });
      return { human_readable_message: `Template ${name} is deleted.` };
    },
  }),
});
