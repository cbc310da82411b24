import { z } from "zod";
import { M } from "~/domain/messages";
import { readAutoSettings } from "~/domain/payments/auto-top-up/auto-settings";
import { switchOffAutoTopUp, switchOnAutoTopUp } from "~/domain/payments/auto-top-up/change-auto-top-up.server";
import { isCountry } from "~/domain/countries.server";
import { requireConfirmed } from "~/domain/accounts/require-confirmed";
import { settleCountry } from "~/domain/accounts/profile/settle-country.server";
import type { Viewer } from "~/http/access.server";
import { formAction, onForm } from "~/http/form.server";
import type { RouteArgs } from "~/http/request-facts.server";

const text = z.string().default("");

const Settings = z
  .object({
    threshold: text,
    amount: text,
    month_cap: text,
    country: text
      .transform((code) => code.toUpperCase())
      .refine((code) => code === "" || isCountry(code), M.countryRequired),
  })
  .transform((typed, context) => {
    const { settings, fields } = readAutoSettings(typed);
    for (const [field, message] of Object.entries(fields ?? {}))
      context.addIssue({ code: "custom", path: [field], message });
    return settings ? { settings, country: typed.country } : z.NEVER;
  });

/** The forms of automatic top-up. Switching it on allows charges without asking again. */
export async function changeAutoTopUp(args: RouteArgs, viewer: Viewer) {
  const { tenantId } = viewer;
  return await formAction(args, {
    "switch-on": onForm(Settings, async ({ settings, country }, { now }) => {
      requireConfirmed(viewer);
      await settleCountry({ tenantId, country });
      const { message } = await switchOnAutoTopUp({ tenantId, ...settings, now });
      return { notice: message };
    }),
    "switch-off": onForm(z.object({}), async (_fields, { now }) => {
      const { message } = await switchOffAutoTopUp({ tenantId, now });
      return { notice: message };
    }),
  });
}
