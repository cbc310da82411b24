import type { CatalogueType } from "~/compute/inside/pricing/read-catalogue.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { Badge } from "~/platform/ui/badge";
import { formatCents } from "~/platform/ui/format";
import { Table } from "~/platform/ui/table";
import { FACTS, PRICE } from "./catalogue-records";
import { EditRow } from "./edit-row";

interface GpuTypesProps {
  types: CatalogueType[];
  mayWrite: boolean;
  answer: FormAnswer | undefined;
}

export function GpuTypes({ types, mayWrite, answer }: GpuTypesProps) {
  const edit = {
    head: <span className="sr-only">Change</span>,
    cell: (type: CatalogueType) => (
      <span className="inline-flex gap-2">
        <EditRow record={PRICE} row={type} answer={answer} />
        <EditRow record={FACTS} row={type} answer={answer} />
      </span>
    ),
    className: "md:text-right",
  };
  return (
    <Table
      caption="GPU types"
      rows={types}
      rowKey={({ gpuType }) => gpuType}
      empty="No GPU types yet. Create the first one with ‘New GPU type’."
      columns={[
        { head: "GPU type", cell: (type) => <TypeName type={type} />, className: "whitespace-nowrap" },
        { head: "Per GPU-hour", cell: ({ pphCents }) => formatCents(pphCents), numeric: true },
        { head: "Hardware", cell: (type) => <Facts type={type} />, className: "max-md:col-span-full" },
        { head: "Running", cell: ({ running }) => running, numeric: true },
        { head: "Waiting", cell: ({ queued }) => queued, numeric: true },
        ...(mayWrite ? [edit] : []),
      ]}
    />
  );
}

function TypeName({ type: { gpuType, hidden } }: { type: CatalogueType }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2 font-medium">
      {gpuType} {hidden ? <Badge>hidden</Badge> : null}
    </span>
  );
}

function Facts({ type }: { type: CatalogueType }) {
  const { name, memory, cores, singlePrecision, cpu, ram, disk, network } = type;
  const facts = [memory, cores && `${cores} cores`, singlePrecision, cpu, ram, disk, network].filter(Boolean);
  return (
    <span className="flex flex-col [overflow-wrap:anywhere]">
      <span>{name || "No facts yet"}</span>
      <span className="text-xs text-muted">{facts.join(" · ")}</span>
    </span>
  );
}
