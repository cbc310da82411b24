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
  const { user, partition, account, qos, runtime, agent, accounting, gpuMap } = slurmSettings.parse({
    ...settings,
    url,
  });
  return {
    ...{ url, user, partition, account, qos, runtime, agent, gpu_map: writeGpuWords(gpuMap) },
    accounting: accounting ? "1" : "",
    ...fieldsOfAny(settings),
  };
}

/** The fields of any engine. Settings that are left out have their usual values. */
function fieldsOfAny(settings: Record<string, unknown>) {
  const { window, leaseMinutes, longestSeconds, ssh } = engineSettings(settings);
  return {
    ...{ ssh, window: String(window), lease_minutes: String(leaseMinutes) },
    longest_hours: String(longestSeconds / 3600),
  };
}

/** The fields of a new engine, with values that suit most sites. */
export const NEW_FIELDS: EngineFields = {
  ...{ url: "", user: "millrace", partition: "", account: "millrace", qos: "", gpu_map: "", runtime: "auto" },
  ...{ agent: "/opt/millrace/millrace-agent", accounting: "1", ...fieldsOfAny({}) },
};
