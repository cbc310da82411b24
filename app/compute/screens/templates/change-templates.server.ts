import { z } from "zod";
import { requireConfirmed } from "~/accounts/require-confirmed";
import { changeTemplate, createTemplate, deleteTemplate } from "~/compute/change-template.server";
import { parsePorts } from "~/compute/template-input";
import { parseVariables } from "~/compute/template-variables";
import { Refusal } from "~/platform/refusal";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { OWN_IMAGE } from "./template-texts";

const text = z.string().default("");

const Typed = z.object({
  id: text,
  ...{ name: text, image_choice: text, image: text, registry_username: text, registry_password: text },
  ...{ start_command: text, variables: text, secrets: text, http_ports: text, volume_path: text },
});

/** The forms of the templates screen (18.4). */
export async function changeTemplates(args: RouteArgs, viewer: Viewer) {
  const { tenantId, userId } = viewer;
  return await formAction(args, {
    save: onForm(Typed, async ({ id, ...typed }, { now }) => {
      requireConfirmed(viewer);
      const fields = fieldsOf(typed);
      await atTheirFields(() =>
        id === ""
          ? createTemplate({ tenantId, userId, now }, fields)
          : changeTemplate({ tenantId, userId, named: id, now }, fields),
      );
      return { notice: `Template ${typed.name} is saved. Choose it when you rent.`, to: "/templates" };
    }),
    delete: onForm(z.object({ id: z.guid() }), async ({ id }, { now }) => {
      const name = await deleteTemplate({ tenantId, userId, named: id, now });
      return { notice: `Template ${name} is deleted.`, to: "/templates" };
    }),
  });
}

function fieldsOf({
  image_choice,
  image,
  variables,
  secrets,
  http_ports,
  ...typed
}: Omit<z.output<typeof Typed>, "id">) {
  return {
    ...typed,
    image: image_choice === OWN_IMAGE ? image : image_choice,
    environment: [
      ...parseVariables(variables, { secret: false, field: "variables" }),
      ...parseVariables(secrets, { secret: true, field: "secrets" }),
    ],
    http_ports: parsePorts(http_ports),
  };
}

/** Errors of the variables as a whole are shown at the first of their two fields. */
async function atTheirFields<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const message = error instanceof Refusal ? error.details.fields?.["environment"] : undefined;
    if (message === undefined) throw error;
    throw Refusal.ofField("secrets", message);
  }
}
