import type { FreeRow } from "~/domain/capacity/read-free.server";

/** One line per cluster and GPU type with the GPUs that are free now. */
export function FreeNow({ free }: { free: FreeRow[] }) {
  return (
    <dl className="divide-y">
      {free.map((row) => (
        <div
          key={`${row.cluster_name}:${row.gpu_type}`}
          className="flex items-baseline justify-between px-4 py-2.5 sm:px-5"
        >
          <dt>
            <span className="font-medium">{row.cluster_name}</span>{" "}
            <span className="text-muted">{row.gpu_type}</span>
          </dt>
          <dd className="tabular-nums">
            {row.free_gpus + row.free_fragmented_gpus} <span className="text-sm text-muted">GPUs free</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
