import { FIELD_SETS, REMAP_FIELDS, countRemapFaults, parseGpus, queryArguments, type GpuReading } from "./nvidia-smi";
import { runProbe } from "./run";

const LIMIT_MS = 4_000;

export interface GpuProbe {
  gpus: GpuReading[];
  /** False where no `nvidia-smi` is installed. */
  present: boolean;
  /** Errors to count: a hang, a failed query, uncorrected ECC errors, pending or failed repairs. */
  errors: number;
}

/** Asks all GPUs at once, with fewer fields when the driver does not know them all. */
export async function probeGpus(): Promise<GpuProbe> {
  for (const fields of FIELD_SETS) {
    const answer = await runProbe("nvidia-smi", queryArguments(fields), LIMIT_MS);
    if (!answer.ok && answer.reason === "absent") return { gpus: [], present: false, errors: 0 };
    // A device that hangs now would hang again.
    if (!answer.ok && answer.reason === "timeout") return { gpus: [], present: true, errors: 1 };
    if (!answer.ok) continue;
    const gpus = parseGpus(answer.output, fields);
    const repairs = gpus.filter((gpu) => gpu.retiredPending).length + (await probeRemaps());
    return {
      gpus,
      present: true,
      errors: gpus.reduce((sum, gpu) => sum + (gpu.uncorrectedEcc ?? 0), repairs),
    };
  }
  return { gpus: [], present: true, errors: 1 };
}

async function probeRemaps(): Promise<number> {
  const args = [`--query-remapped-rows=${REMAP_FIELDS.join(",")}`, "--format=csv,noheader"];
  const answer = await runProbe("nvidia-smi", args, LIMIT_MS);
  return answer.ok ? countRemapFaults(answer.output) : 0;
}
