import { z } from "zod";
import { engineSettingsSchema } from "~/compute/engine-settings";
import { whyNotUrl } from "~/compute/engine-access";
import type { SiteKind } from "~/compute/engine-kinds";
import { M } from "~/compute/messages";
import { rowId } from "~/platform/http/schemas/row-id.server";
import { wholeNumber } from "~/platform/http/schemas/whole-number.server";
import { readGpuWords } from "~/compute/inside/engines/gpu-words";

export const text = z.string().default("");
export const required = text.refine((given) => given !== "", { error: "This is required.", abort: true });
export const mark = z
  .literal("1")
  .optional()
  .transform((given) => given === "1");

/** The fields of every engine's form. `test` calls the engine, and stores nothing. */
export function siteForm(kind: SiteKind, example: string) {
  return z.object({
    url: text
      .transform((given) => given.replace(/\/+$/, ""))
      .refine((given) => z.url({ protocol: /^https?$/ }).safeParse(given).success, {
        error: `An address such as ${example}.`,
        abort: true,
      })
      .refine((given) => whyNotUrl(given) === "", "Plain http would show the token to the network. Use https."),
    engine_password: text.refine((given) => given.length <= 8192, "At most 8192 characters."),
    /** A test whose token is used if none is typed. */
    tested: z.union([z.literal(""), z.uuid()]).default(""),
    gpu_map: text.transform((given, context) => {
      const words = readGpuWords(given, kind);
      if (typeof words !== "string") return words;
      context.addIssue({ code: "custom", message: words });
      return z.NEVER;
    }),
    longest_hours: wholeNumber("1 to 8760 hours.", { from: 1, to: 8760 }),
    window: wholeNumber("1 to 1000 places.", { from: 1, to: 1000 }),
    lease_minutes: wholeNumber("5 to 10080 minutes.", { from: 5, to: 10_080 }),
    version: rowId(M.unreadable)
      .optional()
      .transform((given) => given ?? null),
    test: mark,
  });
}

type SiteForm = z.output<ReturnType<typeof siteForm>>;

/** The parts of a form that are no settings. */
export function requestOf({ url, engine_password: token, tested, version, test }: SiteForm) {
  return { url, token, tested, version, test };
}

/** The settings of Millrace's own requests. */
export function ownSettings({ window, lease_minutes, longest_hours }: SiteForm, more: { ssh?: string } = {}) {
  return engineSettingsSchema.parse({
    ...{ window, leaseMinutes: lease_minutes, longestSeconds: longest_hours * 3600 },
    ...more,
  });
}
