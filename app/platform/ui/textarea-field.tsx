import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes";
import { describedBy, Field } from "./field";
import type { FieldState } from "./field-state";

interface TextareaFieldProps extends Omit<ComponentProps<"textarea">, "name" | "id" | "form"> {
  field: FieldState;
  label: string;
  hint?: ReactNode;
}

export function TextareaField({ field, label, hint, className, ...rest }: TextareaFieldProps) {
  return (
    <Field field={field} label={label} hint={hint}>
      <textarea
        key={field.key}
        id={field.id}
        name={field.name}
        defaultValue={field.defaultValue}
        className={classes("control", className)}
        {...describedBy(field, hint)}
        {...rest}
      />
    </Field>
  );
}
