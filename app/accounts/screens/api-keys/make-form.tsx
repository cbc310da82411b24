import { KEY_SCOPES, SCOPE_WORDS } from "~/accounts/key-scopes";
import type { FormAnswer } from "~/platform/http/form.server";
import { CheckField } from "~/platform/ui/check-field";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SelectField } from "~/platform/ui/select-field";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { TextareaField } from "~/platform/ui/textarea-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { PasswordInput } from "~/accounts/views/password-input";

const ENDS = [
  { value: "7", label: "In 7 days" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
  { value: "own", label: "On a date you choose" },
  { value: "never", label: "Never" },
];

interface MakeFormProps {
  /** True if the last login is too old to create a key without the password. */
  askPassword: boolean;
  answer: FormAnswer | undefined;
}

type Fields = Record<
  | "name"
  | "ends"
  | "last_day"
  | "networks"
  | "day_limit_dollars"
  | "total_limit_dollars"
  | `scope_${(typeof KEY_SCOPES)[number]}`,
  string
>;

/** Name, scopes, expiry, spending limits and networks of a new key. */
export function MakeForm({ askPassword, answer }: MakeFormProps) {
  const [form, fields] = useAnsweredForm<Fields>("make", answer, { ends: "90", scope_read: "1" });
  const refused = answer?.intent === "make" ? answer : undefined;
  const errors = refused?.lastResult.error ?? {};
  const own = refused !== undefined && fields.ends.defaultValue === "own";
  return (
    <PostForm intent="make" id={form.id} className="group flex flex-col gap-5">
      <Refused answer={refused} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField field={fields.name} label="Name" hint="What it is for, such as nightly training" maxLength={100} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <SelectField field={fields.ends} label="Expires" choices={ENDS} />
          <div className={own ? "" : "hidden group-has-[[value=own]:checked]:block"}>
            <TextField field={fields.last_day} label="Last day (UTC)" type="date" />
          </div>
        </div>
      </div>
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">Scopes</legend>
        <div className="grid gap-x-4 gap-y-1 sm:grid-cols-3">
          {KEY_SCOPES.map((scope) => (
            <CheckField
              key={scope}
              field={fields[`scope_${scope}`]}
              label={
                <>
                  <span className="font-mono">{scope}</span>
                  <span className="block text-muted">{SCOPE_WORDS[scope]}</span>
                </>
              }
            />
          ))}
        </div>
        {errors["scopes"] ? (
          <p role="alert" className="text-sm text-danger">
            {errors["scopes"].join(" ")}
          </p>
        ) : null}
      </fieldset>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          field={fields.day_limit_dollars}
          label="Spending limit a day ($)"
          hint="What its tasks and volumes may cost on a day (UTC), from $1."
          inputMode="decimal"
        />
        <TextField
          field={fields.total_limit_dollars}
          label="Total spending limit ($)"
          hint="Leave both empty for no limit. When a limit is reached, its tasks stop."
          inputMode="decimal"
        />
      </div>
      <TextareaField
        field={fields.networks}
        label="Allowed networks"
        hint="Addresses or networks, one per line, such as 203.0.113.0/24 or 2001:db8::/32. Leave it empty to allow any."
        rows={3}
        spellCheck={false}
        className="font-mono"
      />
      {askPassword ? (
        <PasswordInput name="password" label="Your password" error={errors["password"]?.join(" ")} />
      ) : null}
      <div>
        <SubmitButton intent="make">Create key</SubmitButton>
      </div>
    </PostForm>
  );
}
