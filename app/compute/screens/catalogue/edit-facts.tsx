import type { CatalogueType } from "~/compute/inside/pricing/read-catalogue.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { CheckField } from "~/platform/ui/check-field";
import { TextField } from "~/platform/ui/text-field";
import { EditRow } from "./edit-row";

const FACTS = [
  ["name", "Name"],
  ["memory", "Memory"],
  ["cores", "Cores"],
  ["single_precision", "Single precision"],
  ["cpu", "CPU"],
  ["ram", "RAM"],
  ["disk", "Disk"],
  ["network", "Network"],
] as const;

export function EditFacts({ answer, type }: { answer: FormAnswer | undefined; type: CatalogueType }) {
  const { gpuType, version, hidden, singlePrecision, ...facts } = type;
  const values = { ...factsOf(facts), single_precision: singlePrecision, hidden: hidden ? "1" : undefined };
  return (
    <EditRow
      intent="set-facts"
      answer={answer}
      row={{ field: "gpu_type", value: gpuType, version }}
      button="Facts"
      title={`What ${gpuType} is`}
      values={values}
    >
      {(field) => (
        <>
          {FACTS.map(([name, label]) => (
            <TextField key={name} field={field(name)} label={label} maxLength={100} autoComplete="off" />
          ))}
          <CheckField field={field("hidden")} label="Hidden: not offered to anyone" />
        </>
      )}
    </EditRow>
  );
}

function factsOf({
  name,
  memory,
  cores,
  cpu,
  ram,
  disk,
  network,
}: Omit<CatalogueType, "gpuType" | "version" | "hidden" | "singlePrecision">) {
  return { name, memory, cores, cpu, ram, disk, network };
}
