import type { FormAnswer } from "~/platform/http/form.server";
import { Popup } from "~/platform/ui/popup";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";

const INTENT = "grant-trial";
/** TRIAL_DAYS */
const DAYS = "14";

/** The form 'Grant trial' (2.5); a refused one stays open, also without a script. Success empties it. */
export function GrantTrial({ answer, made }: { answer: FormAnswer | undefined; made: number }) {
  return (
    <Popup button="Grant trial" title="Grant trial" size="small" stayOpen={answer?.intent === INTENT}>
      <GrantTrialForm key={made} answer={answer} />
    </Popup>
  );
}

function GrantTrialForm({ answer }: { answer: FormAnswer | undefined }) {
  const [form, fields] = useAnsweredForm<{ email: string; days: string }>(INTENT, answer, { days: DAYS });
  return (
    <PostForm intent={INTENT} id={form.id} className="flex flex-col gap-4">
      <p className="text-sm text-muted">The user becomes PRO at once and is notified. Each user can have one trial.</p>
      <TextField field={fields.email} label="Email of the user" type="email" autoComplete="off" />
      <TextField field={fields.days} label="Days" inputMode="numeric" autoComplete="off" />
      <div>
        <SubmitButton intent={INTENT}>Grant trial</SubmitButton>
      </div>
    </PostForm>
  );
}
