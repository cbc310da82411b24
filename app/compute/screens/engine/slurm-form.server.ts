import { engineSettingsSchema } from "~/compute/engine-settings";
import { slurmSettings } from "~/compute/slurm-settings";
import { mark, ownSettings, requestOf, required, siteForm, text } from "./site-form.server";

const isWord = (given: string) => /^[\w.@+-]{0,64}$/.test(given);
const WORD = "Up to 64 letters, digits and . _ @ + - without spaces.";
const word = text.refine(isWord, WORD);
const needed = required.refine(isWord, WORD);

/** The form of a cluster's Slurm. */
export const SetSlurm = siteForm("slurm", "https://slurm.example.com")
  .extend({
    user: needed,
    partition: needed,
    account: word,
    qos: word,
    runtime: slurmSettings.shape.runtime,
    agent: text.refine((given) => given.startsWith("/"), "A full path, such as /opt/millrace/millrace-agent."),
    accounting: mark,
    ssh: engineSettingsSchema.shape.ssh,
  })
  .transform((form) => {
    const { user, partition, account, qos, runtime, agent, accounting, ssh, gpu_map: gpuMap } = form;
    const own = { user, partition, account, qos, runtime, agent, accounting, gpuMap };
    return {
      kind: "slurm" as const,
      ...requestOf(form),
      settings: {
        ...slurmSettings.omit({ url: true }).parse(own),
        ...ownSettings(form, { ssh }),
      },
    };
  });
