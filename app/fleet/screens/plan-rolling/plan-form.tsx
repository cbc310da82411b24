import { NAME_MAX, NOTE_MAX } from "~/fleet/inside/nodes/rolling/rolling";
import type { FormAnswer } from "~/platform/http/form.server";
import { CheckField } from "~/platform/ui/check-field";
import { PostForm } from "~/platform/ui/post-form";
import { SelectField } from "~/platform/ui/select-field";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { STAYS } from "../rolling-drain/rolling-words";
import type { PlanScreen } from "./choose-nodes";

type Fields = Record<"name" | "empty_by" | "at_once" | "stay" | "upgrade" | "note", string>;

/** Date, pace and stay of a rolling drain; the next page shows its effects. */
export function PlanForm({ loaded, answer }: { loaded: PlanScreen; answer: FormAnswer | undefined }) {
  const { proposed, preview } = loaded;
  const [form, fields] = useAnsweredForm<Fields>("ask", answer, proposed);
  const names = preview.nodes.map(({ node_name }) => node_name).join(" ");
  return (
    <PostForm key={names} intent="ask" id={form.id} className="flex max-w-2xl flex-col gap-4 border-t pt-6">
      <input type="hidden" name="nodes" value={names} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          field={fields.empty_by}
          label="Empty by, UTC"
          type="datetime-local"
          hint="10 minutes to 30 days ahead."
        />
        <TextField
          field={fields.at_once}
          label="Nodes out at the same time"
          inputMode="numeric"
          hint={preview.nodes.length > 1 ? `${preview.nodes.length} to have all of them empty together.` : undefined}
        />
        <SelectField
          field={fields.stay}
          label="An empty node stays out"
          choices={STAYS}
          hint="The next one starts once it is back in Norm."
        />
        <TextField field={fields.name} label="Name" maxLength={NAME_MAX} />
      </div>
      <CheckField
        field={fields.upgrade}
        label="Upgrade once it is empty: runs the agent's maintenance command and self-test"
      />
      <TextField field={fields.note} label="Note for the audit" maxLength={NOTE_MAX} placeholder="optional" />
      <div>
        <SubmitButton intent="ask">Preview</SubmitButton>
      </div>
    </PostForm>
  );
}
