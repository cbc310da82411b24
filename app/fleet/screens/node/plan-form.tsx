import { emptyByField } from "~/fleet/inside/nodes/drain-plan";
import { NOTE_MAX } from "~/fleet/inside/nodes/rolling/rolling";
import type { FormAnswer } from "~/platform/http/form.server";
import { counted } from "~/platform/counted";
import { CheckField } from "~/platform/ui/check-field";
import { PostForm } from "~/platform/ui/post-form";
import { SelectField } from "~/platform/ui/select-field";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { NODE_STAYS } from "../rolling-drain/rolling-words";

const INTENT = "plan-work";

type Fields = Record<"begin" | "at" | "stay" | "upgrade" | "note", string>;

const BEGINS = [
  { value: "now", label: "From now on" },
  { value: "then", label: "From that time on" },
];

interface PlanFormProps {
  emptyByTs: number | null;
  held: { tasks: number; tenants: number };
  answer: FormAnswer | undefined;
}

/** Plans work on one node: when it should be empty, from when on it takes no new tasks, and how long it stays out. */
export function PlanForm({ emptyByTs, held: { tasks, tenants }, answer }: PlanFormProps) {
  const at = emptyByTs === null ? "" : emptyByField(new Date(emptyByTs * 1000));
  const [form, fields] = useAnsweredForm<Fields>(INTENT, answer, { at, begin: "now", stay: "" });
  return (
    <PostForm key={at} intent={INTENT} id={form.id} className="flex max-w-3xl flex-col gap-4 border-t pt-4">
      <h3 className="font-medium">{at === "" ? "Plan work on this node" : "Change the plan"}</h3>
      <p className="text-muted">
        {tasks === 0
          ? "No task runs here."
          : `${counted(tasks, "task")} of ${counted(tenants, "tenant")} ${tasks === 1 ? "runs" : "run"} here. They are told on screen and by email: now, a day before and an hour before.`}{" "}
        Nothing is stopped at that time: tasks that still run are shown as needing attention.
      </p>
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField field={fields.at} label="Empty by, UTC" type="datetime-local" hint="The work starts then." />
        <SelectField field={fields.begin} label="Takes no new tasks" choices={BEGINS} />
        <SelectField
          field={fields.stay}
          label="Stays out"
          choices={NODE_STAYS}
          hint="With a length it returns to Norm by itself."
        />
      </div>
      <CheckField
        field={fields.upgrade}
        label="Upgrade once it is empty: runs the agent's maintenance command and self-test"
      />
      <TextField field={fields.note} label="Note for the audit" maxLength={NOTE_MAX} placeholder="optional" />
      <div>
        <SubmitButton intent={INTENT} look="secondary">
          {tasks === 0 ? "Plan it" : "Plan it and notify tenants"}
        </SubmitButton>
      </div>
    </PostForm>
  );
}
