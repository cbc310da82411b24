import { engineSettings } from "~/compute/engine-settings";
import { slurmSettings } from "~/compute/slurm-settings";
import { writeGpuWords } from "~/compute/inside/engines/gpu-words";

export type EngineFields = Record<
  | "url"
  | "user"
  | "partition"
  | "account"
  | "qos"
  | "gpu_map"
  | "runtime"
  | "ssh"
  | "agent"
  | "accounting"
  | "longest_hours"
  | "window"
  | "lease_minutes",
  string
>;

/** The fields of the form, filled from an engine's settings. */
export function fieldsOf({ url, settings }: { url: string; settings: Record<string, unknown> }): EngineFields {
  const slurm = slurmSettings.parse({ ...settings, url });
  const { window, leaseMinutes, longestSeconds, ssh } = engineSettings(settings);
  const { user, partition, account, qos, runtime, agent } = slurm;
  return {
    ...{ url, user, partition, account, qos, runtime, agent, gpu_map: writeGpuWords(slurm.gpuMap) },
    accounting: slurm.accounting ? "1" : "",
    ssh,
    longest_hours: String(longestSeconds / 3600),
    window: String(window),
    lease_minutes: String(leaseMinutes),
  };
}

/** Those of a new engine: what most sites have. */
export const NEW_FIELDS: EngineFields = {
  ...{
    url: "",
    user: "millrace",
    partition: "",
    account: "millrace",
    qos: "",
    gpu_map: "",
    runtime: "auto",
    ssh: "gateway",
  },
  ...{
    agent: "/opt/millrace/millrace-agent",
    accounting: "1",
    longest_hours: "168",
    window: "10",
    lease_minutes: "60",
  },
};
