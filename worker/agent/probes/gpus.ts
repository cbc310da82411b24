import {
  FIELD_SETS,
  type GpuReading,
  parseGpus,
  parseRemaps,
  parseSlow,
  queryArguments,
  REMAP_FIELDS,
  type RowRemap,
  SLOW_FIELD_SETS,
  type SlowReason,
} from "./nvidia-smi";
import { runProbe } from "./run";

const LIMIT_MS = 4_000;

export interface GpuProbe {
  gpus: GpuReading[];
  remaps: RowRemap[];
  /** `absent`: no `nvidia-smi` is installed. `hung` and `failed` say nothing about single GPUs. */
  outcome: "answered" | "absent" | "hung" | "failed";
}

const without = (outcome: GpuProbe["outcome"]): GpuProbe => ({ gpus: [], remaps: [], outcome });

/** Asks all GPUs at once, with fewer fields when the driver does not know them all. */
export async function probeGpus(): Promise<GpuProbe> {
  for (const fields of FIELD_SETS) {
    const answer = await runProbe("nvidia-smi", queryArguments(fields), LIMIT_MS);
    if (!answer.ok && answer.reason === "absent") return without("absent");
    // A device that hangs now would hang again.
    if (!answer.ok && answer.reason === "timeout") return without("hung");
    if (!answer.ok) continue;
    return { gpus: parseGpus(answer.output, fields), remaps: await probeRemaps(), outcome: "answered" };
  }
  return without("failed");
}

async function probeRemaps(): Promise<RowRemap[]> {
  const args = [`--query-remapped-rows=${REMAP_FIELDS.join(",")}`, "--format=csv,noheader"];
  const answer = await runProbe("nvidia-smi", args, LIMIT_MS);
  return answer.ok ? parseRemaps(answer.output) : [];
}

/** Which GPUs run slower than they could, and why; null where this driver cannot say. */
export async function probeSlow(): Promise<{ uuid: string; reasons: SlowReason[] }[] | null> {
  for (const fields of SLOW_FIELD_SETS) {
    const answer = await runProbe("nvidia-smi", queryArguments(fields), LIMIT_MS);
    if (answer.ok) return parseSlow(answer.output);
    if (answer.reason !== "failed") return null;
  }
  return null;
}
