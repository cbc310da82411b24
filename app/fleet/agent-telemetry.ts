import { z } from "zod";

/** Figures of a machine and its GPUs, for the fleet over time (4.1). Operators read them, and no rule uses them. */

/** The reason why a GPU runs below its clocks; of several, the first in this order except `none`. */
export const THROTTLES = ["none", "thermal", "power", "other"] as const;
export type Throttle = (typeof THROTTLES)[number];

const GPUS_MAX = 16;
/** Bytes a second of any disk or network there is. */
const RATE_MAX = 1e12;

/** A figure, or null if it is unknown. An impossible one counts as unknown: it must not cost the report. */
const figure = (most: number) => z.number().min(0).max(most).nullable().default(null).catch(null);
/** One figure per GPU of the node, by its id. A list that is not one counts as empty. */
const perGpu = (most: number) => z.array(figure(most)).max(GPUS_MAX).default([]).catch([]);

/** Each field is optional, like all after the first version: absent figures are unknown. */
const fields = z.object({
  gpu_busy_pct: perGpu(100),
  gpu_mem_used_mb: perGpu(10_000_000),
  gpu_mem_total_mb: perGpu(10_000_000),
  gpu_temp_c: perGpu(200),
  gpu_power_w: perGpu(3_000),
  /** Clock of the streaming multiprocessors. */
  gpu_clock_mhz: perGpu(30_000),
  /** A word that this side does not know counts as `other`. */
  gpu_throttle: z
    .array(z.union([z.enum(THROTTLES), z.null()]).catch("other"))
    .max(GPUS_MAX)
    .default([])
    .catch([]),
  /** Counters: they grow until the driver or the machine starts again. */
  gpu_ecc_corrected: perGpu(Number.MAX_SAFE_INTEGER),
  gpu_ecc_uncorrected: perGpu(Number.MAX_SAFE_INTEGER),
  /** Errors of PCIe and NVLink together. */
  gpu_link_errors: perGpu(Number.MAX_SAFE_INTEGER),
  cpu_pct: figure(100).meta({ description: "Use of all processors together, in percent", examples: [12] }),
  disk_read_bytes_s: figure(RATE_MAX).meta({ description: "Bytes a second read from its disks", examples: [1048576] }),
  disk_write_bytes_s: figure(RATE_MAX).meta({ description: "Bytes a second written to its disks", examples: [65536] }),
  net_received_bytes_s: figure(RATE_MAX).meta({ description: "Bytes a second that arrive", examples: [2097152] }),
  net_sent_bytes_s: figure(RATE_MAX).meta({ description: "Bytes a second that leave", examples: [131072] }),
});

/**
 * Silence: only the memory and the free disk space of `sysinfo` are kept. A telemetry that cannot be read counts as
 * absent.
 */
export const telemetrySchema = fields.optional().catch(undefined).optional();

export type Telemetry = z.infer<typeof fields>;
/** The figures of the GPUs. */
export type GpuTelemetry = Pick<Telemetry, Extract<keyof Telemetry, `gpu_${string}`>>;
