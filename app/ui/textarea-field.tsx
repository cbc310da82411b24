import type { FieldMetadata } from "@conform-to/react";
import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes";
import { describedBy, Field } from "./field";

interface TextareaFieldProps extends Omit<ComponentProps<"textarea">, "name" | "id" | "form"> {
  field: FieldMetadata<string | undefined>;
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
        defaultValue={field.initialValue}
        className={classes("control", className)}
        {...describedBy(field, hint)}
        {...rest}
      />
    </Field>
  );
}
