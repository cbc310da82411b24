import { emptyByField } from "~/fleet/inside/nodes/drain-plan";
import type { Rolling } from "~/fleet/inside/nodes/rolling/read-rolling.server";
import type { RollingState } from "~/fleet/inside/nodes/rolling/rolling";
import type { FormAnswer } from "~/platform/http/form.server";
import { FormPopup } from "~/platform/ui/form-popup";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";

/** Pauses the plan, lets it go on, and cancels it. */
export function StateForms({ state, answer }: { state: RollingState; answer: FormAnswer | undefined }) {
  const intent = state === "paused" ? "go-on" : "pause";
  return (
    <>
      <PostForm intent={intent}>
        <SubmitButton intent={intent} look={state === "paused" ? "primary" : "secondary"}>
          {state === "paused" ? "Go on" : "Pause"}
        </SubmitButton>
      </PostForm>
      <FormPopup button="Cancel plan" title="Cancel this plan?" intent="cancel" answer={answer}>
        <p className="text-sm">
          Nodes that wait stay as they are. Nodes that still hold tasks go back to Norm, and their tenants are notified
          that they can stay. Empty nodes stay out of service until you set Norm.
        </p>
        <div>
          <SubmitButton intent="cancel" look="danger">
            Cancel the plan
          </SubmitButton>
        </div>
      </FormPopup>
    </>
  );
}

/** Changes the date and the number of nodes that may be out. */
export function ChangeForm({ plan, answer }: { plan: Rolling; answer: FormAnswer | undefined }) {
  const present = { empty_by: emptyByField(new Date(plan.empty_by_ts * 1000)), at_once: String(plan.at_once) };
  const [form, fields] = useAnsweredForm<typeof present>("change", answer, present);
  return (
    <Panel
      title="Change the plan"
      lead="If you change the time, tenants on the nodes whose turn it is are notified again."
    >
      <PostForm
        key={`${present.empty_by} ${present.at_once}`}
        intent="change"
        id={form.id}
        className="flex flex-wrap items-start gap-3"
      >
        <div className="w-60">
          <TextField field={fields.empty_by} label="Empty by, UTC" type="datetime-local" />
        </div>
        <div className="w-40">
          <TextField field={fields.at_once} label="At the same time" inputMode="numeric" />
        </div>
        {/* Next to the fields, below their labels. */}
        <div className="pt-6.5">
          <SubmitButton intent="change" look="secondary">
            Change
          </SubmitButton>
        </div>
      </PostForm>
    </Panel>
  );
}
