import { z } from "zod";
import { ProfileFields } from "~/accounts/inside/profile/profile-fields.server";
import { updateProfile } from "~/accounts/inside/profile/update-profile.server";
import { requireCustomer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { passwordIntent } from "../password-intent.server";

const text = z.string().default("");

/** An emptied field is sent empty and clears its value; all faults are reported together. */
const Settings = z
  .object({
    name: text,
    email: text,
    company: text,
    tax: text,
    ssh: text,
    street: text,
    street2: text,
    postal: text,
    city: text,
    country: text,
    region: text,
  })
  .transform((given, context) => {
    const checked = ProfileFields.safeParse(given);
    for (const { path, message } of checked.error?.issues ?? []) {
      context.addIssue({ code: "custom", path, message });
    }
    return checked.data ?? z.NEVER;
  });

/** The intents of the settings (2.5). */
export async function changeSettings(args: RouteArgs) {
  const viewer = await requireCustomer(args, "settings");
  return await formAction(args, {
    "update-settings": onForm(Settings, async (fields, { now }) => {
      const { message } = await updateProfile({ viewer, fields, now });
      return { notice: message };
    }),
    password: passwordIntent(viewer, "/settings"),
  });
}
