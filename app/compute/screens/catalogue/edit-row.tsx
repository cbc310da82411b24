import type { ReactNode } from "react";
import type { FormAnswer } from "~/platform/http/form.server";
import type { FieldState } from "~/platform/ui/field-state";
import { Popup } from "~/platform/ui/popup";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";

interface EditRowProps {
  intent: string;
  /** Answer to the screen's last form. */
  answer: FormAnswer | undefined;
  /** The field that names the row, and its value; null for a new one, which is named in the form. */
  row: { field: string; value: string; version: number } | null;
  button: string;
  title: string;
  /** A box is true or false. */
  values: Record<string, string | boolean | undefined>;
  children: (field: (name: string) => FieldState) => ReactNode;
}

/** A popup with the form of one row of the catalogue, or of a new one. Refused, it stays open with what was typed. */
export function EditRow({ intent, answer, row, button, title, values, children }: EditRowProps) {
  const refused = answer && isAnswerTo(answer, intent, row) ? answer.lastResult : undefined;
  // There is one of these for each row: what names a field within the page names its row too.
  const form = `${intent}-${row?.value ?? "new"}`;
  const field = (name: string): FieldState => {
    const value = refused ? refused.initialValue?.[name] : textOf(values[name]);
    return {
      id: `${form}-${name}`,
      errorId: `${form}-${name}-error`,
      descriptionId: `${form}-${name}-description`,
      name,
      defaultValue: typeof value === "string" ? value : undefined,
      errors: refused?.error?.[name] ?? undefined,
    };
  };
  return (
    <Popup
      button={button}
      {...(row ? { buttonLabel: `${button}: ${row.value}` } : {})}
      title={title}
      size="small"
      stayOpen={refused !== undefined}
    >
      <PostForm key={`${row?.version}`} intent={intent} className="grid gap-4 sm:grid-cols-2">
        {row ? (
          <>
            <input type="hidden" name={row.field} value={row.value} />
            <input type="hidden" name="version" value={row.version} />
          </>
        ) : null}
        {refused?.error?.[""] ? (
          <div className="sm:col-span-2">
            <Refused answer={answer} />
          </div>
        ) : null}
        {children(field)}
        <div className="sm:col-span-2">
          <SubmitButton intent={intent}>Save</SubmitButton>
        </div>
      </PostForm>
    </Popup>
  );
}

function textOf(value: string | boolean | undefined): string | undefined {
  return typeof value === "boolean" ? (value ? "1" : undefined) : value;
}

function isAnswerTo(answer: FormAnswer, intent: string, row: EditRowProps["row"]): boolean {
  const typed = answer.lastResult.initialValue ?? {};
  if (answer.intent !== intent) return false;
  return row ? typed["version"] !== undefined && typed[row.field] === row.value : typed["version"] === undefined;
}
