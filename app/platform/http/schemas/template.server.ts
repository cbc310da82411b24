import { z } from "zod";
import { ShownVariable, TEMPLATE } from "~/compute/list-templates.server";
import { parsePorts } from "~/compute/template-input";

const { name, image, start_command, volume_path, registry_username } = TEMPLATE.schema.shape;
const { value, secret } = ShownVariable.shape;

const ports = z.union([z.array(z.int()), z.string().transform(parsePorts)]).meta({
  type: "array",
  items: { type: "integer" },
  description: "Ports that serve HTTP, open from the start; at most 16",
  examples: [[8888]],
});

/** A field that is omitted is empty in a new template and unchanged in an existing one. */
export const TemplateInput = z.object({
  name: name.optional(),
  image: image.optional(),
  start_command: start_command.optional(),
  environment: z
    .array(ShownVariable.extend({ value: value.default(null), secret: secret.default(false) }))
    .meta({ description: "All variables; the value of an existing secret may be omitted" })
    .optional(),
  http_ports: ports.optional(),
  volume_path: volume_path.optional(),
  registry_username: registry_username.optional(),
  registry_password: z.string().meta({ description: "Registry password, never shown again" }).optional(),
});

/** Messages that refuse creating and changing one. */
export const TEMPLATE_REFUSALS = [
  ...(["templateNameWrong", "templateNameTaken", "imageWrong", "ownImagesNotAllowed", "variablesWrong"] as const),
  ...(["wrongPort", "volumePathWrong", "fieldTooLong", "confirmEmailFirst"] as const),
] as const;
