import type { PlannedWindow } from "~/fleet/inside/nodes/maintenance/read-window.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { CheckField } from "~/platform/ui/check-field";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { Time } from "~/platform/ui/time";
import { Unread } from "~/platform/ui/unread";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";

const PLAN = "plan-window";
const WITHDRAW = "withdraw-window";

interface WindowPanelProps {
  /** Null: it could not be read. */
  planned: { window: PlannedWindow | null } | null;
  mayPlan: boolean;
  answer: FormAnswer | undefined;
}

/**
 * Maintenance with a beginning and an end, which tenants are notified of and after which the node may return on its
 * own.
 */
export function WindowPanel({ planned, mayPlan, answer }: WindowPanelProps) {
  return (
    <Panel title="Planned maintenance">
      {planned === null ? <Unread /> : null}
      {planned?.window ? <Planned window={planned.window} mayWithdraw={mayPlan} /> : null}
      {planned && !planned.window && !mayPlan ? <p className="text-sm text-muted">No maintenance is planned.</p> : null}
      {planned && !planned.window && mayPlan ? <PlanForm answer={answer} /> : null}
    </Panel>
  );
}

function Planned({ window, mayWithdraw }: { window: PlannedWindow; mayWithdraw: boolean }) {
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p>
        {window.open ? "Under way since " : "From "}
        <Time epochSeconds={window.from_ts} zoned /> to <Time epochSeconds={window.to_ts} zoned />, planned by{" "}
        {window.by ?? "a deleted user"}.
      </p>
      <ul className="list-disc pl-5 text-muted">
        <li>{window.open ? "The node takes no new tasks." : "The node switches to Drain when the window begins."}</li>
        {window.upgrade ? (
          <li>Once the node is empty, it switches to Upgrade and runs its maintenance command and self-test.</li>
        ) : null}
        <li>
          {window.auto_return ? (
            <>
              The node returns to Norm at <Time epochSeconds={window.to_ts} zoned />, or later, once its maintenance
              command and self-test have passed.
            </>
          ) : (
            "Staff must return the node to Norm."
          )}
        </li>
      </ul>
      {mayWithdraw ? (
        <PostForm intent={WITHDRAW}>
          <SubmitButton intent={WITHDRAW} look="secondary">
            Withdraw
          </SubmitButton>
        </PostForm>
      ) : null}
    </div>
  );
}

function PlanForm({ answer }: { answer: FormAnswer | undefined }) {
  const [form, fields] = useAnsweredForm<{ from: string; to: string; upgrade: string; auto_return: string }>(
    PLAN,
    answer,
  );
  return (
    <PostForm intent={PLAN} id={form.id} className="flex flex-col gap-3 text-sm">
      <p className="max-w-2xl text-muted">
        Tenants with tasks here are notified on screen and by email: now, a day before and an hour before. When the
        window starts, the node switches to Drain. No task is stopped.
      </p>
      <div className="flex flex-wrap gap-3">
        <div className="w-60">
          <TextField field={fields.from} label="From, UTC" type="datetime-local" />
        </div>
        <div className="w-60">
          <TextField field={fields.to} label="To, UTC" type="datetime-local" />
        </div>
      </div>
      <CheckField field={fields.upgrade} label="Upgrade once it is empty: runs the agent's maintenance command" />
      <CheckField
        field={fields.auto_return}
        label="Return to Norm automatically at the end, once the maintenance command and the self-test have passed"
      />
      <div>
        <SubmitButton intent={PLAN} look="secondary">
          Plan and notify tenants
        </SubmitButton>
      </div>
    </PostForm>
  );
}
