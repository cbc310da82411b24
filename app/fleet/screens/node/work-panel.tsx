import type { PlannedWindow } from "~/fleet/inside/nodes/maintenance/read-window.server";
import type { HeldPlans } from "~/fleet/inside/nodes/read-plans.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { PlanLine } from "~/fleet/views/plan-line";
import { Banner } from "~/platform/ui/banner";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextLink } from "~/platform/ui/text-link";
import { Unread } from "~/platform/ui/unread";
import { ModeForm, ModeSwitch } from "../nodes/mode-switch";
import { type DrainFlag, modeName } from "../nodes/modes";
import { isOverdue, type NodeView } from "../nodes/node-view";
import { PlanForm } from "./plan-form";

const WITHDRAW = "withdraw-window";

interface WorkPanelProps {
  view: NodeView;
  /** Null: it could not be read. */
  planned: { window: PlannedWindow | null; plans: HeldPlans | null } | null;
  /** Tasks on the node, and their tenants. */
  held: { tasks: number; tenants: number };
  mayDrain: boolean;
  answer: FormAnswer | undefined;
  onDrain: (flag: DrainFlag) => void;
}

/** The node's mode, and the work that is planned on it or can be planned. */
export function WorkPanel({ view, planned, held, mayDrain, answer, onDrain }: WorkPanelProps) {
  const { node, emptyBy } = view;
  const plans = planned?.plans ?? null;
  return (
    <Panel
      id="work"
      title="Work on this node"
      lead={MODE_LINES[node.drain]}
      actions={<TextLink to="/dashboard/maintenance">All planned work</TextLink>}
    >
      <div className="flex flex-col gap-4 text-sm">
        {isOverdue(view) ? (
          <Banner tone="warn">
            Tasks still run here after the planned time. Millrace does not stop them. Staff can kill a task on its
            tenant's page.
          </Banner>
        ) : null}
        {mayDrain ? (
          <div className="max-w-sm">
            <ModeForm />
            <ModeSwitch nodeName={node.node_name} drain={node.drain} onDrain={onDrain} />
          </div>
        ) : (
          <p>{modeName(node.drain)}</p>
        )}
        {planned ? null : <Unread what="The plan" />}
        {plans ? <Planned plans={plans} window={planned?.window ?? null} mayDrain={mayDrain} /> : null}
        {plans || mayDrain || !planned ? null : <p className="text-muted">No work is planned.</p>}
        {mayDrain && planned && !planned.window && !plans?.rolling ? (
          <PlanForm emptyByTs={emptyBy?.ts ?? null} held={held} answer={answer} />
        ) : null}
      </div>
    </Panel>
  );
}

const MODE_LINES = [
  "Norm: takes new tasks while it is healthy.",
  "Drain: takes no new tasks; running tasks continue until they end.",
  "Upgrade: takes no new tasks, and is serviced once it is empty.",
];

interface PlannedProps {
  plans: HeldPlans;
  window: PlannedWindow | null;
  mayDrain: boolean;
}

function Planned({ plans, window, mayDrain }: PlannedProps) {
  return (
    <div className="flex flex-col gap-3 border-t pt-4">
      <p className="font-medium">
        <PlanLine plans={plans} />
      </p>
      {window ? (
        <p className="text-muted">
          {`Planned by ${window.by ?? "a deleted user"}. `}
          {window.upgrade
            ? "Once the node is empty, it goes to Upgrade and runs its maintenance command and self-test; Drain by hand after that ends the plan. "
            : ""}
          {window.auto_return
            ? `It returns to Norm at the end${window.upgrade ? ", or later, once these have passed" : ""}.`
            : "Staff must return it to Norm."}
        </p>
      ) : null}
      {plans.empty_by_ts === null ? null : (
        <p className="text-muted">Norm cancels this plan, and tells tenants that their tasks can stay.</p>
      )}
      {window && mayDrain ? (
        <PostForm intent={WITHDRAW}>
          <SubmitButton intent={WITHDRAW} look="secondary">
            Cancel the maintenance
          </SubmitButton>
        </PostForm>
      ) : null}
    </div>
  );
}
