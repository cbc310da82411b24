import { z } from "zod";
import { M } from "~/payments/messages";
import { readAutoSettings } from "~/payments/inside/auto-top-up/auto-settings";
import { switchOffAutoTopUp, switchOnAutoTopUp } from "~/payments/inside/auto-top-up/change-auto-top-up.server";
import { isCountry } from "~/platform/countries.server";
import { requireConfirmed } from "~/accounts/require-confirmed";
import { settleCountry } from "~/accounts/settle-country.server";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";

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
  const { tenantId, userId } = viewer;
  return await formAction(args, {
    "switch-on": onForm(Settings, async ({ settings, country }, { now }) => {
      requireConfirmed(viewer);
      await settleCountry({ tenantId, country });
      const { message } = await switchOnAutoTopUp({ tenantId, userId, ...settings, now });
      return { notice: message };
    }),
    "switch-off": onForm(z.object({}), async (_fields, { now }) => {
      const { message } = await switchOffAutoTopUp({ tenantId, now });
      return { notice: message };
    }),
  });
}
