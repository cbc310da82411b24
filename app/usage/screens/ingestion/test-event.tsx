import { USAGE_KINDS } from "~/usage/grains";
import type { FormAnswer } from "~/platform/http/form.server";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SelectField } from "~/platform/ui/select-field";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";

const INTENT = "test-event";

interface TestFields extends Record<string, string> {
  source_id: string;
  model: string;
  user: string;
  kind: string;
  prompt_tokens: string;
  generated_tokens: string;
  coins: string;
}

interface TestEventProps {
  answer: FormAnswer | undefined;
  sources: { value: string; label: string }[];
  user: string;
}

/** Sends one event as a source would: it counts, and costs its user coins. */
export function TestEvent({ answer, sources, user }: TestEventProps) {
  const refused = answer?.intent === INTENT ? answer : undefined;
  const [form, fields] = useAnsweredForm<TestFields>(INTENT, refused, {
    ...{ source_id: sources[0]?.value, model: "code-7b", user, kind: "chat" },
    ...{ prompt_tokens: "812", generated_tokens: "96" },
  });
  if (sources.length === 0)
    return <p className="text-sm text-muted">Create a source first: every event comes from one.</p>;
  return (
    <PostForm id={form.id} intent={INTENT} className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {refused ? (
        <div className="col-span-full empty:hidden">
          <Refused answer={refused} />
        </div>
      ) : null}
      <SelectField field={fields.source_id} label="Source" choices={sources} />
      <TextField field={fields.model} label="Model" autoComplete="off" spellCheck={false} maxLength={80} />
      <TextField field={fields.user} label="User" autoComplete="off" spellCheck={false} hint="Email or tenant" />
      <SelectField
        field={fields.kind}
        label="Kind"
        choices={USAGE_KINDS.map((kind) => ({ value: kind, label: kind }))}
      />
      <TextField field={fields.prompt_tokens} label="Prompt tokens" inputMode="numeric" autoComplete="off" />
      <TextField field={fields.generated_tokens} label="Generated tokens" inputMode="numeric" autoComplete="off" />
      <TextField
        field={fields.coins}
        label="Coins"
        inputMode="numeric"
        autoComplete="off"
        hint="Empty: by the price list"
      />
      <div className="self-center">
        <SubmitButton intent={INTENT}>Send test event</SubmitButton>
      </div>
    </PostForm>
  );
}
