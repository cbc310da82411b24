import type { FreeRow } from "~/compute/read-free.server";
import { Stale } from "~/platform/ui/stale";
import type { Choice } from "./choice";
import { rowOf } from "./readiness";

interface FreeHereProps {
  choice: Choice;
  free: FreeRow[];
  ageSeconds: number | null;
}

/** Free capacity of the chosen cluster and GPU type. */
export function FreeHere({ choice, free, ageSeconds }: FreeHereProps) {
  const row = rowOf(choice, free);
  if (!row) return null;
  if (row.free_gpus + row.free_fragmented_gpus === 0) {
    return (
      <p className="text-sm text-muted">
        No {row.gpu_type} is free in {row.cluster_name} now. <Stale ageSeconds={ageSeconds} />
      </p>
    );
  }
  return (
    <p className="text-sm text-muted">
      Free in {row.cluster_name} now: <span className="tabular-nums">{row.free_gpus}</span> GPUs on{" "}
      <span className="tabular-nums">{row.free_nodes}</span> empty {row.free_nodes === 1 ? "node" : "nodes"}
      {row.free_fragmented_gpus > 0 ? (
        <>
          , <span className="tabular-nums">{row.free_fragmented_gpus}</span> on nodes in use
        </>
      ) : null}
      . <Stale ageSeconds={ageSeconds} />
    </p>
  );
}
