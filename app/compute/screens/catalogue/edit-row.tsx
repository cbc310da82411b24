import { Fragment, type ReactNode } from "react";
import type { FormAnswer } from "~/platform/http/form.server";
import { CheckField } from "~/platform/ui/check-field";
import type { FieldState } from "~/platform/ui/field-state";
import { Popup } from "~/platform/ui/popup";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import type { CatalogueRecord, RowField } from "./catalogue-records";

interface EditRowProps<Row> {
  record: CatalogueRecord<Row>;
  /** Null for a new one, which is named in the form. */
  row: Row | null;
  /** Answer to the screen's last form. */
  answer: FormAnswer | undefined;
}

/**
 * A popup with the form of one row of the catalogue, or of a new one. When refused, it stays open with the typed
 * values.
 */
export function EditRow<Row>({ record, row, answer }: EditRowProps<Row>) {
  const { intent, key, keyOf, versionOf, newOne, button, titleOf, fields } = record;
  const name = row && keyOf(row);
  const refused = answer && isAnswerTo(answer, record, name) ? answer.lastResult : undefined;
  // Each row has this form, so ids of fields include the row.
  const form = `${intent}-${name ?? "new"}`;
  const stateOf = (field: Pick<RowField<Row>, "name" | "value">): FieldState => {
    const value = refused ? refused.initialValue?.[field.name] : textOf(field.value?.(row));
    return {
      id: `${form}-${field.name}`,
      errorId: `${form}-${field.name}-error`,
      descriptionId: `${form}-${field.name}-description`,
      name: field.name,
      defaultValue: typeof value === "string" ? value : undefined,
      errors: refused?.error?.[field.name] ?? undefined,
    };
  };
  return (
    <Popup
      button={row ? button : newOne}
      {...(name === null ? {} : { buttonLabel: `${button}: ${name}` })}
      title={name === null ? newOne : titleOf(name)}
      size="small"
      stayOpen={refused !== undefined}
    >
      <PostForm key={row ? versionOf(row) : ""} intent={intent} className="grid gap-4 sm:grid-cols-2">
        {row && name !== null ? (
          <>
            <input type="hidden" name={key.name} value={name} />
            <input type="hidden" name="version" value={versionOf(row)} />
          </>
        ) : null}
        {refused?.error?.[""] ? (
          <Wide>
            <Refused answer={answer} />
          </Wide>
        ) : null}
        {row ? null : (
          <TextField field={stateOf(key)} label={key.label} hint={key.hint} autoComplete="off" spellCheck={false} />
        )}
        {fields(row).map((field) => (
          <Control key={field.name} field={field} state={stateOf(field)} row={row} />
        ))}
        <Wide>
          <SubmitButton intent={intent}>Save</SubmitButton>
        </Wide>
      </PostForm>
    </Popup>
  );
}

function Control<Row>({ field, state, row }: { field: RowField<Row>; state: FieldState; row: Row | null }) {
  const { name: _name, value: _value, hint, box, wide, above, ...rest } = field;
  if (box) {
    const check = <CheckField field={state} label={rest.label} />;
    return wide ? <Wide>{check}</Wide> : check;
  }
  return (
    <Fragment>
      {above ? <p className="text-sm text-muted sm:col-span-2">{above}</p> : null}
      <TextField field={state} hint={typeof hint === "function" ? hint(row) : hint} {...rest} />
    </Fragment>
  );
}

function Wide({ children }: { children: ReactNode }) {
  return <div className="sm:col-span-2">{children}</div>;
}

function textOf(value: string | boolean | undefined): string | undefined {
  return typeof value === "boolean" ? (value ? "1" : undefined) : value;
}

function isAnswerTo<Row>(answer: FormAnswer, { intent, key }: CatalogueRecord<Row>, name: string | null): boolean {
  const typed = answer.lastResult.initialValue ?? {};
  if (answer.intent !== intent) return false;
  return name === null ? typed["version"] === undefined : typed["version"] !== undefined && typed[key.name] === name;
}
