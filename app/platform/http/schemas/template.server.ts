import { z } from "zod";
import type { TemplateFields } from "~/compute/change-template.server";
import { parsePorts } from "~/compute/template-input";

const ports = z.union([z.array(z.int()), z.string().transform(parsePorts)]).meta({
  type: "array",
  items: { type: "integer" },
  description: "Ports on which it answers HTTP, open from the start; at most 16",
  examples: [[8888]],
});

const Variable = z.object({
  name: z.string().meta({ description: "Letters, digits and _", examples: ["MODEL"] }),
  value: z
    .string()
    .nullable()
    .meta({
      description: "One line; null of a secret one, and sent so it stays what it is",
      examples: ["facebook/opt-125m"],
    }),
  secret: z.boolean().meta({ description: "Whether only the task gets the value", examples: [false] }),
});

const environment = z.array(Variable).meta({ description: "Variables of all the task's programs, at most 100" });

const name = z.string().meta({
  description: "What `template` of POST /v1/reserve names: 1 to 32 of a–z, 0–9 and hyphens, beginning with a letter",
  examples: ["jupyterlab"],
});
const image = z.string().meta({
  description:
    "Name of a built-in template or of an image of `/v1/os`; or, where images of your own are allowed, a reference with its registry",
  examples: ["quay.io/jupyter/pytorch-notebook:cuda12-latest"],
});
const start_command = z
  .string()
  .meta({ description: "Command that runs alongside SSH when the task begins", examples: ["jupyter lab --port 8888"] });
const volume_path = z.string().meta({ description: "Where a volume is expected", examples: ["/workspace"] });
const registry_username = z
  .string()
  .meta({ description: "User of the registry of an image of your own; empty: it asks for none", examples: [""] });

/** A missing field is empty in a new template and unchanged in an existing one. */
export const TemplateInput = z.object({
  name: name.optional(),
  image: image.optional(),
  start_command: start_command.optional(),
  environment: z
    .array(Variable.extend({ value: Variable.shape.value.default(null), secret: Variable.shape.secret.default(false) }))
    .meta({ description: "All variables; the value of an existing secret may be omitted" })
    .optional(),
  http_ports: ports.optional(),
  volume_path: volume_path.optional(),
  registry_username: registry_username.optional(),
  registry_password: z.string().meta({ description: "Password of the registry, never shown again" }).optional(),
});

export function fieldsOf(input: z.output<typeof TemplateInput>): TemplateFields {
  const { name, image, start_command, environment, http_ports, volume_path, registry_username, registry_password } =
    input;
  return {
    name,
    image,
    startCommand: start_command,
    variables: environment,
    httpPorts: http_ports,
    volumePath: volume_path,
    registryUsername: registry_username,
    registryPassword: registry_password,
  };
}

export const Template = z.object({
  template_id: z.string().meta({
    description: "Names the template, whatever it is called",
    examples: ["5d1c0c1e-6d1f-4a53-9d0e-2f6b8a90c1aa"],
  }),
  name,
  title: z.string().meta({ description: "Its name on screens", examples: ["JupyterLab"] }),
  line: z.string().meta({ description: "What it is, in a sentence", examples: ["Notebooks in the browser."] }),
  own: z.boolean().meta({ description: "Whether it is the tenant's own", examples: [false] }),
  image,
  start_command,
  environment,
  http_ports: z.array(z.int()).meta({ description: "Ports on which it answers HTTP", examples: [[8888]] }),
  volume_path,
  gpus: z.int().meta({ description: "GPUs that it is meant for", examples: [1] }),
  registry_username,
  has_registry_password: z
    .boolean()
    .meta({ description: "Whether a password of the registry is stored", examples: [false] }),
  hindrance: z.string().meta({ description: "Why it cannot be started now; empty where it can", examples: [""] }),
});

/** Messages with which making and changing one refuse. */
export const TEMPLATE_REFUSALS = [
  ...(["templateNameWrong", "templateNameTaken", "imageWrong", "ownImagesNotAllowed", "variablesWrong"] as const),
  ...(["wrongPort", "volumePathWrong", "fieldTooLong", "confirmEmailFirst"] as const),
] as const;
