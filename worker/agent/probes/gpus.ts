import {
  type ExitWarning,
  FIELD_SETS,
  type GpuReading,
  type GpuState,
  parseGpus,
  parseLinkErrors,
  parseMode,
  parseRemaps,
  parseSlow,
  queryArguments,
  REMAP_FIELDS,
  type RowRemap,
  SLOW_FIELD_SETS,
  UNUSABLE_MODES,
  type UnusableMode,
  warningOf,
} from "./nvidia-smi";
import { runProbe } from "./run";

const LIMIT_MS = 4_000;

export interface GpuProbe {
  gpus: GpuReading[];
  remaps: RowRemap[];
  /** `absent`: no `nvidia-smi` is installed. `hung` and `failed` give no information about single GPUs. */
  outcome: "answered" | "absent" | "hung" | "failed";
  /** The warning of a query that still answered; null if there was none. */
  warning: ExitWarning | null;
}

const without = (outcome: GpuProbe["outcome"]): GpuProbe => ({ gpus: [], remaps: [], outcome, warning: null });

/**
 * Reads all GPUs at once, with fewer fields when the driver does not know them all. @param expected the number of rows
 * of a complete answer.
 */
export async function probeGpus(expected = 1): Promise<GpuProbe> {
  for (const fields of FIELD_SETS) {
    const answer = await runProbe("nvidia-smi", queryArguments(fields), LIMIT_MS);
    // A device that hangs now would hang again.
    if (!("output" in answer)) return without(answer.reason === "absent" ? "absent" : "hung");
    const gpus = parseGpus(answer.output, fields);
    const warning = answer.ok ? null : warningOf(answer.code, answer.output);
    if (warning && gpus.length < (warning.explains ? 1 : expected)) continue;
    return { gpus, remaps: await probeRemaps(), outcome: "answered", warning };
  }
  return without("failed");
}

async function probeRemaps(): Promise<RowRemap[]> {
  const args = [`--query-remapped-rows=${REMAP_FIELDS.join(",")}`, "--format=csv,noheader"];
  const answer = await runProbe("nvidia-smi", args, LIMIT_MS);
  return "output" in answer ? parseRemaps(answer.output) : [];
}

/** Reads how the GPUs run, and why slower than they could; null if this driver cannot report it. */
export async function probeSlow(): Promise<GpuState[] | null> {
  let answered = false;
  for (const fields of SLOW_FIELD_SETS) {
    const answer = await runProbe("nvidia-smi", queryArguments(fields), LIMIT_MS);
    if (!("output" in answer)) return null;
    const states = parseSlow(answer.output, fields);
    if (states.length > 0) return states;
    answered ||= answer.ok;
  }
  return answered ? [] : null;
}

/** Reads the errors of the NVLinks, by UUID; empty without NVLinks, or without an answer. */
export async function probeLinkErrors(): Promise<Map<string, number>> {
  const answer = await runProbe("nvidia-smi", ["nvlink", "-e"], LIMIT_MS);
  return "output" in answer ? parseLinkErrors(answer.output) : new Map<string, number>();
}

/** Finds GPUs that are divided into parts (MIG); null if nothing answers in time. Drivers without MIG name none. */
export const probeDivided = () => probeMode(UNUSABLE_MODES.divided);

/** Finds GPUs on which the driver lets no program compute; null if nothing answers in time. */
export const probeProhibited = () => probeMode(UNUSABLE_MODES.prohibited);

/** Finds GPUs that have not joined their NVLink fabric; null if nothing answers in time. Other GPUs lack the field. */
export const probeUnjoined = () => probeMode(UNUSABLE_MODES.unjoined);

async function probeMode({ fields, is }: UnusableMode): Promise<string[] | null> {
  for (const known of [fields, fields.slice(0, 1)]) {
    const answer = await runProbe("nvidia-smi", queryArguments(["uuid", ...known]), LIMIT_MS);
    if (!("output" in answer)) return null;
    const gpus = parseMode(answer.output, { fields: known, is });
    if (gpus.length > 0) return gpus.flatMap(({ uuid, isOn }) => (isOn ? uuid : []));
    if (known.length === 1) break;
  }
  return [];
}
