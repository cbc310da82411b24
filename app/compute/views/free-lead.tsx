import { freeGpus } from "~/compute/free-gpus";
import type { FreeRow } from "~/compute/read-free.server";
import { formatCount } from "~/platform/ui/format";
import { Lead } from "~/platform/ui/lead";

/** Free GPUs of all clusters, as the figure that leads a screen. */
export function FreeLead({ free }: { free: FreeRow[] }) {
  const gpus = free.reduce((sum, row) => sum + freeGpus(row), 0);
  const clusters = new Set(free.filter((row) => freeGpus(row) > 0).map((row) => row.cluster_name)).size;
  return (
    <Lead figure={`${formatCount(gpus)} ${gpus === 1 ? "GPU" : "GPUs"}`}>
      {gpus === 0 ? "free now" : `free now in ${clusters} ${clusters === 1 ? "cluster" : "clusters"}`}
    </Lead>
  );
}
