import { EVENT_MEANING, EVENT_TYPES } from "~/platform/event-types";
import type { EndpointRow } from "~/accounts/inside/endpoints/list-endpoints.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { FieldError } from "~/platform/ui/field";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { PasswordInput } from "~/accounts/views/password-input";

interface EndpointFormProps {
  intent: "add" | "change";
  /** Current values; null for a new endpoint, which gets all events. */
  endpoint: Pick<EndpointRow, "url" | "description" | "event_types"> | null;
  answer: FormAnswer | undefined;
  submit: string;
  /** True if the last login is too old to set a URL without the password. */
  askPassword: boolean;
}

/** URL and events of a new or existing endpoint. */
export function EndpointForm({ intent, endpoint, answer, submit, askPassword }: EndpointFormProps) {
  const [form, fields] = useAnsweredForm<Record<"url" | "description" | "event_types", string>>(intent, answer, {
    url: endpoint?.url ?? "",
    description: endpoint?.description ?? "",
  });
  const typed = answer?.intent === intent ? answer.lastResult.initialValue : undefined;
  const chosen = typed ? [typed["event_types"] ?? []].flat() : (endpoint?.event_types ?? EVENT_TYPES);
  const { event_types: events } = fields;
  return (
    <PostForm intent={intent} id={form.id} className="flex max-w-3xl flex-col gap-4">
      <TextField
        field={fields.url}
        label="URL"
        hint="https, on port 443 or 1024 and above. Private addresses are refused."
        type="text"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://example.com/hooks/millrace"
        required
      />
      <TextField field={fields.description} label="Description (optional)" autoComplete="off" maxLength={200} />
      <fieldset className="field flex flex-col gap-2" aria-describedby={events.errors ? events.errorId : undefined}>
        <legend className="mb-1.5 text-sm font-medium">Events</legend>
        <div className="grid gap-x-6 gap-y-2 md:grid-cols-2">
          {EVENT_TYPES.map((type) => (
            <div key={type} className="flex min-h-6 items-start gap-2.5 text-sm">
              <input
                type="checkbox"
                id={`${form.id}-${type}`}
                name="event_types"
                value={type}
                defaultChecked={(chosen as readonly unknown[]).includes(type)}
                aria-describedby={`${form.id}-${type}-meaning`}
                className="mt-0.5"
              />
              <div className="min-w-0">
                <label htmlFor={`${form.id}-${type}`} className="font-mono text-code">
                  {type}
                </label>
                <p id={`${form.id}-${type}-meaning`} className="text-muted">
                  {EVENT_MEANING[type]}
                </p>
              </div>
            </div>
          ))}
        </div>
        <FieldError field={events} />
      </fieldset>
      {askPassword ? (
        <PasswordInput
          name="password"
          label="Your password"
          error={answer?.intent === intent ? answer.lastResult.error?.["password"]?.join(" ") : undefined}
        />
      ) : null}
      <div>
        <SubmitButton intent={intent}>{submit}</SubmitButton>
      </div>
    </PostForm>
  );
}
