// GET /v1/templates: the templates that a container can start with. POST: creates a template of the tenant's own.
import { z } from "zod";
import { requireConfirmed } from "~/accounts/require-confirmed";
import { createTemplate } from "~/compute/change-template.server";
import { listTemplates, readTemplate, TEMPLATE } from "~/compute/list-templates.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { TEMPLATE_REFUSALS, TemplateInput } from "~/platform/http/schemas/template.server";

export const { loader, action } = apiRoute("volumes/templates", {
  GET: operation({
    purpose: "Templates: image, command, variables and ports that a task can be started with",
    credentials: ["K", "S"],
    need: "templates.see",
    ours: true,
    answer: z.object({ templates: z.array(TEMPLATE.schema) }),
    run: async ({ account: { tenantId } }) => ({ templates: await listTemplates({ tenantId }) }),
  }),
  POST: operation({
    purpose: "Creates a template of your own",
    credentials: ["K", "S"],
    need: "templates.act",
    scope: "tasks",
    ours: true,
    status: 201,
    input: TemplateInput,
    required: ["name", "image"],
    statuses: [409],
    refusals: [...TEMPLATE_REFUSALS, "tooManyTemplates"],
    example: { input: { name: "notebook", image: "jupyterlab", http_ports: [8888] } },
    answer: z.object({ template: TEMPLATE.schema }),
    run: async ({ account, input, now }) => {
      requireConfirmed(account);
      const { tenantId, userId } = account;
      const named = await createTemplate({ tenantId, userId, now }, input);
      return { template: await readTemplate({ tenantId, named }) };
    },
  }),
});
