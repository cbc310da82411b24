import type { FieldState } from "~/platform/ui/field-state";

interface CardChoiceProps {
  field: FieldState;
  value: string;
  label: string;
  note: string;
  disabled?: boolean;
}

/** A radio button for a saved card or a new one. */
export function CardChoice({ field, value, label, note, disabled }: CardChoiceProps) {
  return (
    <label className="flex min-h-12 flex-wrap items-center gap-x-3 rounded-control border px-3.5 py-2 text-sm has-checked:border-accent has-checked:bg-accent-soft has-disabled:opacity-60">
      <input
        type="radio"
        key={field.key}
        name={field.name}
        value={value}
        defaultChecked={field.defaultValue === value}
        disabled={disabled}
      />
      <span className="flex-1 font-medium whitespace-nowrap tabular-nums">{label}</span>
      <span className="pl-7 text-muted">{note}</span>
    </label>
  );
}
