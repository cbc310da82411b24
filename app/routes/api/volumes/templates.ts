// GET /v1/templates: what a container can begin with.
import { z } from "zod";
import { listTemplates } from "~/domain/templates/list-templates.server";
import { apiRoute, operation } from "~/http/api-route.server";

const Template = z.object({
  name: z.string().meta({ description: "What `template` of POST /v1/reserve names", examples: ["jupyterlab"] }),
  title: z.string().meta({ description: "Its name on screens", examples: ["JupyterLab"] }),
  line: z.string().meta({ description: "What it is, in a sentence", examples: ["Notebooks in the browser."] }),
  own: z.boolean().meta({ description: "Whether it is the tenant's own", examples: [false] }),
  image: z
    .string()
    .meta({ description: "What the engine pulls", examples: ["quay.io/jupyter/pytorch-notebook:cuda12-latest"] }),
  start_command: z
    .string()
    .meta({ description: "Run beside SSH when the task begins", examples: ["jupyter lab --port 8888"] }),
  environment: z.array(z.string()).meta({ description: "Names of its variables; what they hold is not told" }),
  http_ports: z.array(z.int()).meta({ description: "Ports on which it answers HTTP" }),
  volume_path: z.string().meta({ description: "Where a volume is meant to be", examples: ["/workspace"] }),
  gpus: z.int().meta({ description: "GPUs that it is meant for", examples: [1] }),
});

export const { loader, action } = apiRoute("volumes/templates", {
  GET: operation({
    purpose: "Templates: image, command, variables and ports that a task can be started with",
    credentials: ["K", "S"],
    ours: true,
    answer: z.object({ templates: z.array(Template) }),
    run: async ({ account: { tenantId } }) => ({ templates: await listTemplates({ tenantId }) }),
  }),
});
