import { z } from "zod";
import { engineSettingsSchema } from "~/compute/engine-settings";
import { whyNotUrl } from "~/compute/engine-access";
import { slurmSettings } from "~/compute/slurm-settings";
import { M } from "~/compute/messages";
import { rowId } from "~/platform/http/schemas/row-id.server";
import { wholeNumber } from "~/platform/http/schemas/whole-number.server";
import { readGpuWords } from "~/compute/inside/engines/gpu-words";

const text = z.string().default("");
const mark = z
  .literal("1")
  .optional()
  .transform((given) => given === "1");

const WORD = "Up to 64 letters, digits and . _ @ + - without spaces.";
const URL_WRONG = "An address such as https://slurm.example.com.";
const word = text.refine((given) => /^[\w.@+-]{0,64}$/.test(given), WORD);
const needed = word.refine((given) => given !== "", "This is required.");
const wordsOfGpus = text.transform((given, context) => {
  const words = readGpuWords(given);
  if (typeof words !== "string") return words;
  context.addIssue({ code: "custom", message: words });
  return z.NEVER;
});

/** The form of a cluster's engine. `test` calls the engine, and stores nothing. */
export const SetEngine = z
  .object({
    url: text
      .transform((given) => given.replace(/\/+$/, ""))
      .refine((given) => z.url({ protocol: /^https?$/ }).safeParse(given).success, { error: URL_WRONG, abort: true })
      .refine((given) => whyNotUrl(given) === "", "Plain http would show the token to the network. Use https."),
    user: needed,
    engine_password: text.refine((given) => given.length <= 8192, "At most 8192 characters."),
    /** A test whose token is used if none is typed. */
    tested: z.union([z.literal(""), z.uuid()]).default(""),
    partition: needed,
    account: word,
    qos: word,
    gpu_map: wordsOfGpus,
    runtime: slurmSettings.shape.runtime,
    agent: text.refine((given) => given.startsWith("/"), "A full path, such as /opt/millrace/millrace-agent."),
    accounting: mark,
    ssh: engineSettingsSchema.shape.ssh,
    longest_hours: wholeNumber("1 to 8760 hours.", { from: 1, to: 8760 }),
    window: wholeNumber("1 to 1000 places.", { from: 1, to: 1000 }),
    lease_minutes: wholeNumber("5 to 10080 minutes.", { from: 5, to: 10_080 }),
    version: rowId(M.unreadable)
      .optional()
      .transform((given) => given ?? null),
    test: mark,
  })
  .transform(({ url, engine_password: token, tested, version, test, ...form }) => ({
    ...{ url, token, tested, version, test },
    settings: {
      ...slurmSettings.omit({ url: true }).parse({
        ...{ user: form.user, partition: form.partition, account: form.account, qos: form.qos, gpuMap: form.gpu_map },
        ...{
          runtime: form.runtime,
          agent: form.agent,
          accounting: form.accounting,
          longest: form.longest_hours * 3600,
        },
      }),
      ...engineSettingsSchema.parse({
        ...{ window: form.window, leaseMinutes: form.lease_minutes, longestSeconds: form.longest_hours * 3600 },
        ssh: form.ssh,
      }),
    },
  }));
