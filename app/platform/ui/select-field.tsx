import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes";
import { describedBy, Field } from "./field";
import type { FieldState } from "./field-state";

interface Choice {
  value: string;
  label: string;
  disabled?: boolean;
}

interface SelectFieldProps extends Omit<ComponentProps<"select">, "name" | "id" | "form"> {
  field: FieldState;
  label: string;
  /** See `Field`. */
  quiet?: boolean;
  choices: Choice[];
  hint?: ReactNode;
}

export function SelectField({ field, label, quiet, choices, hint, className, ...rest }: SelectFieldProps) {
  const initial = rest.value === undefined ? { defaultValue: field.defaultValue } : {};
  return (
    <Field field={field} label={label} quiet={quiet} hint={hint}>
      <select
        key={field.key}
        id={field.id}
        name={field.name}
        className={classes("control", className)}
        {...initial}
        {...describedBy(field, hint)}
        {...rest}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} disabled={choice.disabled}>
            {choice.label}
          </option>
        ))}
      </select>
    </Field>
  );
}
