import type { ComponentProps, ReactNode } from "react";
import type { FieldState } from "~/platform/ui/field-state";
import { TextField } from "~/platform/ui/text-field";
import { TextareaField } from "~/platform/ui/textarea-field";

/** Addresses, names and words that a browser should neither complete nor correct. */
export const PLAIN = { autoComplete: "off", spellCheck: false } as const;

/** A field, or several, on a line of their own. */
export function Wide({ children }: { children: ReactNode }) {
  return <div className="grid gap-y-2 sm:col-span-2">{children}</div>;
}

/** The address at which the engine is asked. */
export function AddressField(field: Pick<ComponentProps<typeof TextField>, "field" | "label" | "placeholder">) {
  return (
    <Wide>
      <TextField {...PLAIN} {...field} required />
    </Wide>
  );
}

interface TokenFieldProps {
  field: FieldState;
  /** See `EngineFormProps`. */
  version: number | null;
  tested: string;
  /** The command that makes one. */
  command: string;
}

/** The token, which is never shown again. */
export function TokenField({ field, version, tested, command }: TokenFieldProps) {
  const hint = tested
    ? "As tested. Type another one to replace it."
    : version === null
      ? command
      : "Stored. Empty: it stays.";
  return <TextField {...PLAIN} field={field} type="password" label="Token" hint={hint} />;
}

/** The site's words for GPUs. */
export function GpuWordsField({ field, hint }: { field: FieldState; hint: string }) {
  return (
    <Wide>
      <TextareaField {...PLAIN} field={field} label="GPUs" hint={hint} rows={3} required />
    </Wide>
  );
}

interface LimitFieldsProps {
  fields: Record<"longest_hours" | "window" | "lease_minutes", FieldState>;
  /** The engine's word for requests that wait there. */
  requests: string;
  longestHint?: string;
}

/** The limits of Millrace's requests. */
export function LimitFields({ fields, requests, longestHint }: LimitFieldsProps) {
  const number = { inputMode: "numeric", required: true } as const;
  return (
    <>
      <TextField {...number} field={fields.longest_hours} label="Longest time of a task, in hours" hint={longestHint} />
      <TextField
        {...number}
        field={fields.window}
        label={`Waiting ${requests} of each GPU type`}
        hint="More tasks wait in Millrace's own order."
      />
      <TextField
        {...number}
        field={fields.lease_minutes}
        label="Minutes without contact"
        hint="After this time a task there ends by itself."
      />
    </>
  );
}
