import { readFree } from "~/compute/read-free.server";
import { csvTable } from "~/platform/http/csv-instead.server";

/** The screen's table as a file. */
export function freeCsv({ now }: { now: Date }) {
  return {
    free: () =>
      csvTable(() => readFree({ now, staff: true }), {
        Cluster: (row) => row.cluster_name,
        "GPU type": (row) => row.gpu_type,
        Nodes: (row) => row.free_nodes,
        GPUs: (row) => row.free_gpus,
        "Fragmented GPUs": (row) => row.free_fragmented_gpus,
        Held: (row) => row.gpus_held ?? null,
        "Out of service": (row) => row.gpus_out_of_service ?? null,
      }),
  };
}
