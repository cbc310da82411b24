import type { FieldState } from "~/platform/ui/field-state";
import { formatCents } from "~/platform/ui/format";
import { TextField } from "~/platform/ui/text-field";
import { PRESETS } from "./presets";

interface AmountChoiceProps {
  amount: FieldState;
  preset: FieldState;
  shown: FieldState;
}

/** Preset amounts, and a field for any other (B10). Presets are radio buttons, so they need no script. */
export function AmountChoice({ amount, preset, shown }: AmountChoiceProps) {
  return (
    <div className="flex flex-col gap-3">
      <input type="hidden" name={shown.name} defaultValue={shown.defaultValue} />
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">Amount</legend>
        <div className="grid grid-cols-4 gap-2">
          {PRESETS.map((dollars) => (
            <label
              key={dollars}
              className="grid min-h-11 cursor-pointer place-items-center rounded-control border text-sm font-medium tabular-nums has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring pointer-fine:hover:border-accent"
            >
              <input
                type="radio"
                name={preset.name}
                value={dollars}
                defaultChecked={preset.defaultValue === String(dollars)}
                className="sr-only"
              />
              {formatCents(dollars * 100).slice(0, -3)}
            </label>
          ))}
        </div>
      </fieldset>
      <TextField
        field={amount}
        label="Amount in dollars"
        inputMode="decimal"
        autoComplete="off"
        className="max-w-40 tabular-nums"
        hint="From $5 to $5,000."
      />
    </div>
  );
}
