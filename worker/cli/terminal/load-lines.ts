import type { TaskLoad } from "../api/load";
import type { Paint } from "./colours";
import { cut, shown } from "./text";

const BAR = 20;
const LEVELS = "▁▂▃▄▅▆▇█";

/** Draws the load of tasks: a bar for each GPU and a graph of the last hour. */
export function loadLines(loads: readonly TaskLoad[], width: number, paint: Paint): string[] {
  if (loads.length === 0) return ["You have no running tasks."];
  return loads.flatMap((load) => {
    const { task_name, gpu_type, simulated, cpu_pct, mem_mb, hour } = load;
    const facts = [`CPU ${figure(cpu_pct, "%")}`, `RAM ${memory(mem_mb)}`, ...(simulated ? ["GPUs simulated"] : [])];
    const name = cut(shown(`${task_name}  ${gpu_type}`), Math.max(20, width - facts.join("  ").length - 4));
    const head = `${paint.bold(name)}  ${paint.dim(facts.join("  "))}`;
    const gpus = load.gpus.map(
      ({ rank, gpu, busy, mem_mb: used }) => `  ${`${rank}:${gpu}`.padEnd(5)} ${bar(busy, paint)}  ${memory(used)}`,
    );
    const line = hour.length > 1 ? [`  ${paint.dim("hour")}  ${sparkline(hour.slice(-Math.max(0, width - 9)))}`] : [];
    const none = gpus.length === 0 ? [paint.dim("  no GPU readings yet")] : [];
    return [head, ...gpus, ...none, ...line, ""];
  });
}

function bar(busy: number | null, paint: Paint): string {
  const filled = Math.round(((busy ?? 0) / 100) * BAR);
  const colour = (busy ?? 0) >= 50 ? "green" : "yellow";
  return `${paint[colour]("█".repeat(filled))}${paint.dim("░".repeat(BAR - filled))} ${figure(busy, "%").padStart(4)}`;
}

function sparkline(figures: readonly (number | null)[]): string {
  return figures.map((one) => (one === null ? " " : LEVELS[Math.min(7, Math.floor((one / 100) * 8))])).join("");
}

function figure(number: number | null, unit: string): string {
  return number === null ? "–" : `${Math.round(number)}${unit}`;
}

function memory(mb: number | null): string {
  if (mb === null) return "–";
  return mb < 1024 ? `${Math.round(mb)} MiB` : `${(mb / 1024).toFixed(1)} GiB`;
}
