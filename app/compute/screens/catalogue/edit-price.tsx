import type { CatalogueType } from "~/compute/inside/pricing/read-catalogue.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { TextField } from "~/platform/ui/text-field";
import { EditRow } from "./edit-row";

interface EditPriceProps {
  answer: FormAnswer | undefined;
  /** Null: a new one. */
  type: CatalogueType | null;
}

export function EditPrice({ answer, type }: EditPriceProps) {
  return (
    <EditRow
      intent="set-price"
      answer={answer}
      row={type && { field: "gpu_type", value: type.gpuType, version: type.version }}
      button={type ? "Price" : "New GPU type"}
      title={type ? `Price of ${type.gpuType}` : "New GPU type"}
      values={{ pph: type ? String(type.pphCents) : undefined }}
    >
      {(field) => (
        <>
          {type ? null : <TextField field={field("gpu_type")} label="GPU type" autoComplete="off" spellCheck={false} />}
          <TextField field={field("pph")} label="Cents per GPU-hour" inputMode="numeric" autoComplete="off" />
          {type ? (
            <TextField
              field={field("applies_at")}
              label="From, UTC"
              type="datetime-local"
              hint="Leave empty to apply it at once."
            />
          ) : null}
        </>
      )}
    </EditRow>
  );
}
