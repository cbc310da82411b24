import type { ComponentProps, ReactNode } from "react";
import { describedBy, FieldError } from "./field";
import type { FieldState } from "./field-state";

interface CheckFieldProps extends Omit<ComponentProps<"input">, "name" | "id" | "form" | "type"> {
  field: FieldState;
  label: ReactNode;
}

export function CheckField({ field, label, ...rest }: CheckFieldProps) {
  return (
    <div className="field flex scroll-mt-20 flex-col gap-1.5">
      <label htmlFor={field.id} className="flex min-h-6 items-start gap-2.5 py-0.5 text-sm">
        <input
          type="checkbox"
          key={field.key}
          id={field.id}
          name={field.name}
          value="1"
          defaultChecked={field.defaultValue === "1"}
          className="mt-0.5"
          {...describedBy(field, null)}
          {...rest}
        />
        <span>{label}</span>
      </label>
      <FieldError field={field} />
    </div>
  );
}
