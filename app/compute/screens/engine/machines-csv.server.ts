import type { Machine } from "~/compute/inside/engines/read-engine.server";
import { csvTable } from "~/platform/http/csv-instead.server";

/** The machines of a cluster's scheduler as a file. */
export function machinesCsv(machines: readonly Machine[]) {
  return {
    machines: () =>
      csvTable(async () => machines, {
        Machine: (machine) => machine.name,
        "GPU type": (machine) => machine.gpuType ?? "",
        GPUs: (machine) => machine.gpus,
        "In use": (machine) => machine.gpusInUse,
        "By Millrace": (machine) => machine.gpusOurs,
        "Takes jobs": (machine) => machine.takesJobs,
        Why: (machine) => machine.why,
      }),
  };
}
