import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes";
import { describedBy, Field } from "./field";
import type { FieldState } from "./field-state";

interface TextFieldProps extends Omit<ComponentProps<"input">, "name" | "id" | "form"> {
  field: FieldState;
  label: string;
  aside?: ReactNode;
  hint?: ReactNode;
}

/** One line of text, an email or a password. A password is never shown again. */
export function TextField({ field, label, aside, hint, className, ...rest }: TextFieldProps) {
  return (
    <Field field={field} label={label} aside={aside} hint={hint}>
      <input
        key={field.key}
        id={field.id}
        name={field.name}
        defaultValue={rest.type === "password" || rest.value !== undefined ? undefined : field.defaultValue}
        className={classes("control", className)}
        {...describedBy(field, hint)}
        {...rest}
      />
    </Field>
  );
}
