import { type History } from "~/fleet/inside/telemetry/read-history.server";
import { SPANS } from "~/fleet/inside/telemetry/spans";
import { formatCount } from "~/platform/ui/format";

const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null);
const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The sentence above the charts: load, the warmest GPU, what was slowed down, and errors. */
export function leadOf({ span, gpus, node, errors }: History): string {
  const { words } = SPANS[span];
  const busy = known(gpus.flatMap((gpu) => gpu.busy));
  if (busy.length === 0)
    return known(node.mem).length === 0
      ? `No figures are kept of ${words}.`
      : `Its agent reports no figures of its GPUs; memory and disk are known.`;
  const temps = gpus.map((gpu) => Math.max(...known(gpu.temp), -Infinity));
  const hottest = temps.indexOf(Math.max(...temps));
  const parts = [`Over ${words} its GPUs were ${Math.round(meanOf(busy))}% busy on average`];
  if (Number.isFinite(temps[hottest])) parts.push(`at most ${Math.round(temps[hottest] ?? 0)} °C on GPU ${hottest}`);
  const slowed = gpus.flatMap((gpu, id) => (known(gpu.slowThermal).some((share) => share > 0) ? [id] : []));
  const sum = (values: readonly (number | null)[]) => known(values).reduce((total, value) => total + value, 0);
  const memory = sum(errors.eccUncorrected);
  const corrected = sum(errors.eccCorrected);
  const links = sum(errors.link);
  const faults = [
    ...(slowed.length > 0 ? [`${gpuList(slowed)} slowed down by heat`] : []),
    ...(memory > 0 ? [`${formatCount(memory)} uncorrected memory ${errorWord(memory)}`] : []),
    ...(corrected > 0 ? [`${formatCount(corrected)} corrected memory ${errorWord(corrected)}`] : []),
    ...(links > 0 ? [`${formatCount(links)} link ${errorWord(links)}`] : []),
  ];
  return `${parts.join(", ")}. ${faults.length === 0 ? "No slowdown by heat, no errors." : `${capital(faults.join("; "))}.`}`;
}

function gpuList(ids: number[]): string {
  return ids.length === 1 ? `GPU ${ids[0]} was` : `GPUs ${ids.join(", ")} were`;
}

function errorWord(count: number): string {
  return count === 1 ? "error" : "errors";
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** KB a second in words: 1240 → `1.2 MB/s`. */
export function formatRate(kb: number): string {
  const units = ["KB/s", "MB/s", "GB/s", "TB/s"];
  const step = Math.min(units.length - 1, kb < 1 ? 0 : Math.floor(Math.log10(kb) / 3));
  const value = kb / 1000 ** step;
  return `${value < 10 && step > 0 ? value.toFixed(1) : Math.round(value)} ${units[step]}`;
}
