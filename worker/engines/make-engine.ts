import { z } from "zod";
import type { Engine, ProbeLine } from "~/compute/engine";
import { env } from "~/platform/env.server";
import { decrypt } from "~/platform/secret.server";
import { presentTime } from "~/platform/time.server";
import { kubernetesSettings } from "~/compute/kubernetes-settings";
import { KubernetesEngine } from "./kubernetes/kubernetes-engine";
import { SlurmEngine } from "./slurm/slurm-engine";
import { slurmSettings } from "~/compute/slurm-settings";

/** An engine as it is stored. */
export interface StoredEngine {
  kind: string;
  url: string;
  settings: object;
  /** Its token, encrypted. */
  credentials: string | null;
}

/** @throws Error that tells the operator what is wrong with its settings. */
export function makeEngine({ kind, url, settings, credentials }: StoredEngine): Engine {
  const token = credentials === null ? null : decrypt(credentials);
  if (token === null) throw new Error("its token is missing, or was stored under another MILLRACE_SECRET");
  switch (kind) {
    case "slurm":
      return new SlurmEngine(slurmSettings.parse({ ...settings, url }), {
        token,
        home: env.APP_ORIGIN,
        now: presentTime,
      });
    case "kubernetes":
      return new KubernetesEngine(kubernetesSettings.parse({ ...settings, url }), { token, now: presentTime });
    default:
      throw new Error(`nothing here can ask an engine of kind ${kind}`);
  }
}

/** Checks what Millrace needs of an engine. If its settings are unusable, they are the only line. */
export async function probeEngine(stored: StoredEngine): Promise<ProbeLine[]> {
  try {
    return await makeEngine(stored).probe();
  } catch (error) {
    return [{ what: "Settings", state: "fault", text: whyUnusable(error) }];
  }
}

export function whyUnusable(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error);
  return error instanceof Error ? error.message : String(error);
}
