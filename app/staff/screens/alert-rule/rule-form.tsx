import type { FormAnswer } from "~/platform/http/form.server";
import { Banner } from "~/platform/ui/banner";
import { FieldError } from "~/platform/ui/field";
import { PostForm } from "~/platform/ui/post-form";
import { SelectField } from "~/platform/ui/select-field";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { TextLink } from "~/platform/ui/text-link";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { SCOPE_WORDS, SCOPES, SEVERITIES, SEVERITY_WORDS } from "~/staff/inside/alerts/rule";
import { CHANNEL_KINDS } from "~/staff/inside/alerts/channel-bodies";
import type { RuleScreen } from "./read-rule-screen.server";
import type { Preview } from "./rule-action.server";

const FORM = "rule";

interface RuleFormProps {
  screen: RuleScreen;
  answer: FormAnswer | undefined;
  preview: Preview | null;
}

type Fields = Record<Exclude<keyof RuleScreen["values"], "channels">, string> & { channels: string };

/** The fields of a rule: what, where, how bad, and who is told. "Preview" says what it would find now. */
export function RuleForm({ screen: { rule, values, channels, figures, places }, answer, preview }: RuleFormProps) {
  const { channels: told, ...texts } = values;
  const result = answer?.intent === "save" || answer?.intent === "preview" ? answer : preview;
  const typed = result?.lastResult.initialValue;
  const [form, fields] = useAnsweredForm<Fields>(FORM, result ? { ...result, intent: FORM } : undefined, texts);
  const chosen = typed ? [typed["channels"] ?? []].flat().map(String) : told;
  return (
    <PostForm id={form.id} className="flex max-w-3xl flex-col gap-8">
      <TextField field={fields.name} label="Name" autoComplete="off" required maxLength={80} className="max-w-md" />
      <Part title="When">
        <FigureField field={fields.figure} figures={figures} />
        <div className="grid gap-4 sm:grid-cols-3">
          <SelectField
            field={fields.comparison}
            label="Condition"
            choices={[
              { value: "above", label: "is above" },
              { value: "below", label: "is below" },
            ]}
          />
          <TextField field={fields.threshold} label="Value" inputMode="decimal" autoComplete="off" />
          <TextField field={fields.for_minutes} label="For at least (minutes)" inputMode="numeric" autoComplete="off" />
        </div>
        <p className="text-sm text-muted">
          A state, such as a dead node, needs no condition and no value. With 0 minutes, the alert opens at once.
        </p>
      </Part>
      <Part title="Where">
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            field={fields.scope}
            label="Limited to"
            choices={SCOPES.map((value) => ({ value, label: SCOPE_WORDS[value] }))}
          />
          <TextField
            field={fields.scope_value}
            label="Its name"
            hint="Empty for everything."
            list="alert-places"
            autoComplete="off"
          />
          <datalist id="alert-places">
            {places.map((place) => (
              <option key={place} value={place} />
            ))}
          </datalist>
        </div>
      </Part>
      <Part title="Who is told">
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            field={fields.severity}
            label="Severity"
            choices={SEVERITIES.map((value) => ({ value, label: SEVERITY_WORDS[value] }))}
          />
          <TextField
            field={fields.remind_minutes}
            label="Repeat after minutes (optional)"
            hint="Only critical alerts, until somebody acknowledges them."
            inputMode="numeric"
            autoComplete="off"
          />
        </div>
        <fieldset className="field flex flex-col gap-2">
          <legend className="mb-1.5 text-sm font-medium">Channels</legend>
          {channels.map(({ id, name, kind }) => (
            <label key={id} className="flex min-h-6 items-start gap-2.5 text-sm">
              <input
                type="checkbox"
                name="channels"
                value={id}
                defaultChecked={chosen.includes(String(id))}
                className="mt-0.5"
              />
              <span className="[overflow-wrap:anywhere]">
                {name} <span className="text-muted">{CHANNEL_KINDS[kind]}</span>
              </span>
            </label>
          ))}
          <FieldError field={fields.channels} />
          <p className="text-sm text-muted">
            Without a channel, the alert shows only under Alerts.{" "}
            <TextLink to="/dashboard/alerts/channels">Channels</TextLink>
          </p>
        </fieldset>
      </Part>
      <Part title="Quiet hours (optional)">
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField field={fields.quiet_from} label="From" placeholder="22:00" autoComplete="off" />
          <TextField field={fields.quiet_to} label="To" placeholder="07:00" autoComplete="off" />
          <TextField field={fields.quiet_zone} label="Time zone" placeholder="Europe/Berlin" autoComplete="off" />
        </div>
        <p className="text-sm text-muted">
          Alerts that are not critical wait until the quiet hours end. If they are still open then, one message tells of
          all of them.
        </p>
      </Part>
      {preview ? (
        <div role="status">
          <Banner tone="accent">
            {preview.sentence} {preview.found}
          </Banner>
        </div>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <SubmitButton name="intent" value="save" intent="save">
          {rule ? "Save" : "Make rule"}
        </SubmitButton>
        <SubmitButton name="intent" value="preview" intent="preview" look="secondary">
          Preview
        </SubmitButton>
      </div>
    </PostForm>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-3 text-lg font-semibold">{title}</legend>
      {children}
    </fieldset>
  );
}

interface FigureFieldProps {
  field: Parameters<typeof FieldError>[0]["field"];
  figures: RuleScreen["figures"];
}

/** The figures, in their groups. */
function FigureField({ field, figures }: FigureFieldProps) {
  const groups = [...new Set(figures.map(({ group }) => group))];
  return (
    <div className="field flex scroll-mt-20 flex-col gap-1.5">
      <label htmlFor={field.id} className="text-sm font-medium">
        What it watches
      </label>
      <select
        id={field.id}
        key={field.key}
        name={field.name}
        defaultValue={field.defaultValue}
        className="control max-w-xl"
      >
        {groups.map((group) => (
          <optgroup key={group} label={group}>
            {figures
              .filter((figure) => figure.group === group)
              .map(({ name, label }) => (
                <option key={name} value={name}>
                  {label.charAt(0).toUpperCase() + label.slice(1)}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
      <FieldError field={field} />
    </div>
  );
}
