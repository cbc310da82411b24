import type { Telemetry } from "~/fleet/agent-telemetry";
import { modelOf } from "./model";

/** Use of a simulated GPU at a moment. */
export interface SimulatedUse {
  /** 0 to 1 */
  busy: number;
  memMb: number;
}

interface Card {
  watts: number;
  clockMhz: number;
}

const CARDS: Record<string, Card> = {
  a5000: { watts: 230, clockMhz: 1695 },
  a6000: { watts: 300, clockMhz: 1800 },
  a100: { watts: 400, clockMhz: 1410 },
  h100: { watts: 700, clockMhz: 1980 },
};
const OTHER_CARD: Card = { watts: 250, clockMhz: 1700 };

const IDLE_MB = 3;
const [IDLE_CLOCK_MHZ, IDLE_SHARE_OF_WATTS] = [210, 0.09];
const [ROOM_C, WARMTH_C] = [31, 44];
/** Warmth at which a card slows down, and the share of its power limit from which it runs at the limit. */
const [HOT_C, LIMIT_SHARE] = [83, 0.95];
const MINUTE_MS = 60_000;
const MB = 1_000_000;

/**
 * Made-up figures of a machine with simulated GPUs, which follow from the use of its GPUs: the same for the same use,
 * node and time. Inner places of a machine are warmer than the outer ones.
 */
export function simulatedTelemetry(given: {
  nodeName: string;
  gpuType: string;
  uses: readonly (SimulatedUse | undefined)[];
  atMs: number;
}): Telemetry {
  const { nodeName, gpuType, uses, atMs } = given;
  const card = CARDS[gpuType] ?? OTHER_CARD;
  const totalMb = modelOf(gpuType).memoryMb;
  const seed = [...nodeName].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  const gpus = uses.map((use, id) => {
    const busy = use?.busy ?? 0;
    const wobble = wave(seed + id * 7, atMs);
    const share = IDLE_SHARE_OF_WATTS + (1 - IDLE_SHARE_OF_WATTS) * Math.min(1, busy * (1 + wobble * 0.04));
    const inner = Math.min(id, uses.length - 1 - id);
    const temp = ROOM_C + inner * 2.5 + WARMTH_C * busy + wobble * 2;
    const [hot, limited] = [temp >= HOT_C, share >= LIMIT_SHARE];
    const clock = busy < 0.01 ? IDLE_CLOCK_MHZ : card.clockMhz * (hot ? 0.82 : limited ? 0.94 : 1);
    return {
      busy: oneDecimal(busy * 100),
      memMb: Math.round(Math.min(totalMb, use?.memMb ?? IDLE_MB)),
      temp: Math.round(temp),
      watts: Math.round(card.watts * share),
      clock: Math.round(clock / 15) * 15,
      throttle: hot ? ("thermal" as const) : limited ? ("power" as const) : ("none" as const),
    };
  });
  const load = uses.reduce((sum, use) => sum + (use?.busy ?? 0), 0) / Math.max(1, uses.length);
  const swing = 1 + wave(seed, atMs * 3) * 0.3;
  const zeros = uses.map(() => 0);
  return {
    gpu_busy_pct: gpus.map((gpu) => gpu.busy),
    gpu_mem_used_mb: gpus.map((gpu) => gpu.memMb),
    gpu_mem_total_mb: gpus.map(() => totalMb),
    gpu_temp_c: gpus.map((gpu) => gpu.temp),
    gpu_power_w: gpus.map((gpu) => gpu.watts),
    gpu_clock_mhz: gpus.map((gpu) => gpu.clock),
    gpu_throttle: gpus.map((gpu) => gpu.throttle),
    gpu_ecc_corrected: zeros,
    gpu_ecc_uncorrected: zeros,
    gpu_link_errors: zeros,
    cpu_pct: oneDecimal(Math.min(100, 2 + 38 * load * swing)),
    disk_read_bytes_s: Math.round((0.4 + 620 * load * swing) * MB),
    disk_write_bytes_s: Math.round((0.8 + 90 * load * (2 - swing)) * MB),
    net_received_bytes_s: Math.round((0.05 + 310 * load * swing) * MB),
    net_sent_bytes_s: Math.round((0.04 + 120 * load * (2 - swing)) * MB),
  };
}

/** A number between -1 and 1 that changes slowly, with a pattern that differs by seed. */
function wave(seed: number, atMs: number): number {
  const minutes = atMs / MINUTE_MS;
  return (Math.sin(minutes / 11 + seed) + Math.sin(minutes / 3.7 + seed * 1.9) * 0.5) / 1.5;
}

function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10;
}
