import type { FormAnswer } from "~/platform/http/form.server";
import { CheckField } from "~/platform/ui/check-field";
import { Field } from "~/platform/ui/field";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SelectField } from "~/platform/ui/select-field";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { FILE_MB_MAX, NAME_MAX } from "~/rehearsal/limits";
import { rowName } from "~/rehearsal/row-name";
import type { readForm } from "./new-rehearsal.server";
import { VariantFields } from "./variant-fields";

export type FormScreen = Awaited<ReturnType<typeof readForm>>;

interface RehearsalFormProps {
  form: FormScreen;
  answer: FormAnswer | undefined;
}

/** A new rehearsal: the past, and up to four variants. All changes are plain fields, so that it works without script. */
export function RehearsalForm({ form: screen, answer }: RehearsalFormProps) {
  const { rows, fileOf, values, numbers } = screen;
  const [form, fields] = useAnsweredForm<Record<string, string>>("new", answer, values);
  const field = (name: string) => fields[name] ?? { id: name, errorId: "", descriptionId: "", name };
  return (
    <Page
      title="New rehearsal"
      back={{ to: "/dashboard/rehearsal", label: "Rehearsal" }}
      lead="Plays the past again on the same scheduler and charges, once as it was and once with each variant."
    >
      <PostForm intent="new" id={form.id} encType="multipart/form-data" className="flex flex-col gap-8">
        <Refused answer={answer} />
        <Panel title="Past">
          <div className="grid max-w-3xl gap-4 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr]">
            <div className="sm:col-span-2 lg:col-span-1">
              <TextField field={field("name")} label="Name" maxLength={NAME_MAX} required />
            </div>
            <TextField field={field("from")} label="From, UTC" type="date" />
            <TextField field={field("until")} label="Until, UTC" type="date" />
            {rows.length > 1 ? (
              <div className="sm:col-span-2 lg:col-span-3">
                <TextField
                  field={field("rows")}
                  label="Only in"
                  placeholder={rows[0]?.value ?? ""}
                  hint="Clusters with a GPU type, separated by commas. Empty: the whole fleet."
                />
              </div>
            ) : null}
          </div>
          <details
            className="mt-4 max-w-3xl"
            open={fileOf !== null || (answer !== undefined && field("file").errors !== undefined)}
          >
            <summary className="w-fit cursor-pointer text-sm text-link">Use a CSV file instead of these days</summary>
            <div className="mt-3 grid gap-4 sm:grid-cols-2">
              <Field
                field={field("file")}
                label="File"
                hint={`First line submit_s,run_s,gpus,tenant; at most ${FILE_MB_MAX} MB.`}
              >
                <input
                  id={field("file").id}
                  name="file"
                  type="file"
                  accept=".csv,text/csv"
                  className="control"
                  aria-describedby={field("file").descriptionId}
                />
              </Field>
              <SelectField
                field={{
                  ...field("row"),
                  defaultValue: field("row").defaultValue ?? (fileOf ? rowName(fileOf) : undefined),
                }}
                label="On the nodes of"
                choices={rows}
              />
              {fileOf ? (
                <CheckField
                  field={{ ...field("file_of"), defaultValue: "1" }}
                  value={fileOf.id}
                  label={`Use ${fileOf.name} again if no file is chosen`}
                />
              ) : null}
            </div>
          </details>
        </Panel>
        {numbers.map((number) => (
          <VariantFields key={number} number={number} screen={screen} field={field} answer={answer} />
        ))}
        <div className="sticky bottom-0 -mx-4 border-t bg-canvas px-4 py-3 sm:mx-0 sm:px-0">
          <SubmitButton intent="new">Rehearse</SubmitButton>
        </div>
      </PostForm>
    </Page>
  );
}
