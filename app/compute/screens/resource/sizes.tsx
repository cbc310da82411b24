import { GPU_CHOICES } from "~/compute/gpu-sizes";
import { sizingOf } from "~/compute/inside/pricing/sizing";
import { formatGb } from "~/platform/ui/format";
import { pricingGpuLabel } from "~/platform/ui/gpu-choice";
import { Table } from "~/platform/ui/table";

/** Resources of each number of GPUs (10.2). */
export function Sizes() {
  return (
    <Table
      caption="What each size includes"
      rows={GPU_CHOICES.map((gpus) => ({ gpus, ...sizingOf(gpus) }))}
      rowKey={({ gpus }) => gpus}
      empty=""
      compact
      columns={[
        {
          head: "GPUs",
          cell: ({ gpus }) => pricingGpuLabel(gpus),
          className: "font-medium whitespace-nowrap tabular-nums",
        },
        { head: "Nodes", cell: ({ nodes }) => nodes, numeric: true },
        { head: "RAM per node", cell: ({ ramGb }) => formatGb(ramGb), numeric: true },
        {
          head: "SSD per node",
          cell: ({ ssdGb }) => formatGb(ssdGb),
          numeric: true,
          className: "min-[22rem]:whitespace-nowrap",
        },
        { head: "vCPU per node", cell: ({ vcpu }) => vcpu, numeric: true },
      ]}
    />
  );
}
