import type { GpuType } from "~/domain/pricing/gpu-type";
import { Table } from "~/ui/table";

/** What each GPU type is and what comes with it, one row per type of the catalogue. */
export function GpuTypes({ types }: { types: GpuType[] }) {
  return (
    <Table
      caption="GPU types and what comes with them"
      rows={types}
      rowKey={({ gpuType }) => gpuType}
      empty="No GPU types yet."
      columns={[
        { head: "GPU type", cell: (type) => <Name type={type} /> },
        { head: "Memory", cell: (type) => type.memory, className: "whitespace-nowrap" },
        { head: "Cores", cell: (type) => type.cores, numeric: true },
        { head: "Single precision", cell: (type) => type.singlePrecision, className: "whitespace-nowrap" },
        { head: "Processor", cell: (type) => type.cpu, className: "lg:whitespace-nowrap" },
        { head: "RAM", cell: (type) => type.ram, className: "lg:whitespace-nowrap" },
        { head: "Disk", cell: (type) => type.disk },
        { head: "Network", cell: (type) => type.network },
      ]}
    />
  );
}

function Name({ type: { gpuType, name } }: { type: GpuType }) {
  return (
    <>
      <span className="block font-medium">{gpuType}</span>
      <span className="block text-xs whitespace-nowrap text-muted">{name}</span>
    </>
  );
}

/** The same of one type in a line. */
export function GpuTypeLine({ type }: { type: GpuType | undefined }) {
  if (!type) return null;
  const { name, memory, cores, cpu, ram, disk } = type;
  const parts = [memory, cores && `${cores} cores`, cpu, ram && `${ram} RAM`, disk].filter(Boolean);
  return (
    <p className="text-sm text-muted">
      <strong className="font-medium text-ink">{name || type.gpuType}</strong>: {parts.join(", ")}
    </p>
  );
}
