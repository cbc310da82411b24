import type { ModelPriceRow } from "~/usage/list-model-prices.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { CheckField } from "~/platform/ui/check-field";
import { TextField } from "~/platform/ui/text-field";
import { EditRow } from "./edit-row";

interface EditModelPriceProps {
  answer: FormAnswer | undefined;
  /** Null: it is named in the form. */
  model: string | null;
  /** The price that holds now. */
  present?: ModelPriceRow | undefined;
}

export function EditModelPrice({ answer, model, present }: EditModelPriceProps) {
  const text = (coins: number | null | undefined) =>
    coins === null || coins === undefined ? undefined : String(coins);
  return (
    <EditRow
      intent="set-model-price"
      answer={answer}
      row={model === null ? null : { field: "model", value: model, version: present?.id ?? 0 }}
      button={model === null ? "New model price" : "Price"}
      title={model === null ? "New model price" : `Price of ${model}`}
      values={{
        prompt: text(present?.prompt),
        generated: text(present?.generated),
        cache_read: text(present?.cacheRead),
        cache_creation: text(present?.cacheCreation),
      }}
    >
      {(field) => (
        <>
          {model === null ? (
            <TextField
              field={field("model")}
              label="Model"
              autoComplete="off"
              spellCheck={false}
              hint="* means every model without a price."
            />
          ) : null}
          <TextField
            field={field("from_at")}
            label="From, UTC"
            type="datetime-local"
            hint="Leave empty to apply it at once."
          />
          <p className="text-sm text-muted sm:col-span-2">Coins per million tokens; an empty field means 0.</p>
          <TextField field={field("prompt")} label="Prompt" inputMode="numeric" autoComplete="off" />
          <TextField field={field("generated")} label="Generated" inputMode="numeric" autoComplete="off" />
          <TextField field={field("cache_read")} label="Cache read" inputMode="numeric" autoComplete="off" />
          <TextField field={field("cache_creation")} label="Cache creation" inputMode="numeric" autoComplete="off" />
          <div className="sm:col-span-2">
            <CheckField field={field("none")} label="No price of its own from then on" />
          </div>
        </>
      )}
    </EditRow>
  );
}
