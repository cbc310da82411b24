import { sizingOf } from "~/domain/pricing/sizing";
import { formatGb } from "~/ui/format";

/** What comes with the chosen GPUs. */
export function NodeSizing({ gpus }: { gpus: number }) {
  const { nodes, ramGb, ssdGb, vcpu } = sizingOf(gpus);
  return (
    <p className="mt-1 text-sm text-muted">
      {nodes > 1 ? `${nodes} nodes, each ` : ""}
      {formatGb(ramGb)} RAM, {formatGb(ssdGb)} SSD, {vcpu} vCPU
    </p>
  );
}
