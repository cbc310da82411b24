import type { MouseEvent, ReactNode } from "react";
import { hiddenFault, REMOVE_HIDDEN, withoutHidden } from "~/platform/hidden-characters";
import type { FieldState } from "./field-state";

interface FieldProps {
  field: FieldState;
  label: string;
  /** Hides the label except from screen readers: the chosen value explains itself. */
  quiet?: boolean;
  /** Shown next to the label, such as a link. */
  aside?: ReactNode;
  hint?: ReactNode;
  children: ReactNode;
}

/** Label, control, hint and error of one field; the control names hint and error by `aria-describedby`. */
export function Field({ field, label, quiet, aside, hint, children }: FieldProps) {
  return (
    <div className="field flex scroll-mt-20 flex-col gap-1.5">
      <div className={quiet ? "sr-only" : "flex items-baseline justify-between gap-3"}>
        <label htmlFor={field.id} className="text-sm font-medium">
          {label}
        </label>
        {aside ? <span className="text-sm">{aside}</span> : null}
      </div>
      {children}
      {hint ? (
        <p id={field.descriptionId} className="text-sm text-muted">
          {hint}
        </p>
      ) : null}
      <FieldError field={field} />
    </div>
  );
}

export function FieldError({ field }: { field: FieldState }) {
  if (!field.errors) return null;
  return (
    <>
      <p id={field.errorId} className="text-sm text-danger">
        {field.errors.join(" ")}
      </p>
      <RemoveHidden field={field} />
    </>
  );
}

/**
 * Submits the form again without the invisible characters that a field refused; users cannot find them to delete them.
 */
function RemoveHidden({ field: { name, errors = [], defaultValue = "" } }: { field: FieldState }) {
  if (!errors.includes(hiddenFault(defaultValue) ?? "")) return null;
  return (
    <button name={REMOVE_HIDDEN} value={name} onClick={removeTyped} className="prose-link self-start text-sm">
      Remove it
    </button>
  );
}

/**
 * The server removes hidden characters from the value it receives. A page that does not reload still shows the typed
 * text, so the script removes them too.
 */
function removeTyped({ currentTarget: { form, value: name } }: MouseEvent<HTMLButtonElement>) {
  const control = form?.elements.namedItem(name);
  if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)
    control.value = withoutHidden(control.value);
}

/** Links a control to its hint and error. */
export function describedBy(field: FieldState, hint: ReactNode) {
  const ids = [hint ? field.descriptionId : "", field.errors ? field.errorId : ""].filter(Boolean);
  return {
    "aria-invalid": field.errors ? true : undefined,
    "aria-describedby": ids.length > 0 ? ids.join(" ") : undefined,
  };
}
