import type { FormAnswer } from "~/platform/http/form.server";
import { Popup } from "~/platform/ui/popup";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { AskAdjustment } from "./ask-adjustment";
import { askedAdjustmentOf } from "./asked-adjustment";

const INTENT = "adjust-balance";

interface AdjustBalanceProps {
  /** Identifies one submission of this form, however often it arrives. */
  formKey: string;
  /** Number of adjustments so far: another one empties the form. */
  made: number;
  /** The answer of the screen's action. */
  answer: unknown;
}

/** Credits or debits a customer (2.5); asks for confirmation of a debit. */
export function AdjustBalance({ formKey, made, answer }: AdjustBalanceProps) {
  const asked = askedAdjustmentOf(answer);
  const refused = refusedOf(answer);
  return (
    <Popup
      button="Adjust balance"
      title={asked ? `Take ${asked.takes} from this balance?` : "Adjust balance"}
      stayOpen={asked !== null || refused !== undefined}
    >
      {asked ? <AskAdjustment asked={asked} /> : <AdjustForm key={made} formKey={formKey} refused={refused} />}
    </Popup>
  );
}

function AdjustForm({ formKey, refused }: { formKey: string; refused: FormAnswer | undefined }) {
  const [form, fields] = useAnsweredForm<{ dollars: string; reason: string }>(INTENT, refused);
  return (
    <PostForm intent={INTENT} id={form.id} preventScrollReset className="flex flex-col gap-4">
      <input type="hidden" name="form_key" value={formKey} />
      <TextField
        field={fields.dollars}
        label="Dollars"
        autoComplete="off"
        hint="10.00 gives ten dollars, -10.00 takes ten."
      />
      <TextField
        field={fields.reason}
        label="Reason"
        maxLength={200}
        autoComplete="off"
        hint="The customer reads it in their movements."
      />
      <div>
        <SubmitButton intent={INTENT}>Adjust balance</SubmitButton>
      </div>
    </PostForm>
  );
}

/** The refusal of this form, if its fields show it. */
function refusedOf(answer: unknown): FormAnswer | undefined {
  if (typeof answer !== "object" || answer === null || !("intent" in answer)) return undefined;
  const refusal = answer as FormAnswer;
  return refusal.intent === INTENT && !refusal.lastResult.error?.[""] ? refusal : undefined;
}
