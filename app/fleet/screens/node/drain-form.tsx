import { emptyByField } from "~/fleet/inside/nodes/drain-plan";
import type { FormAnswer } from "~/platform/http/form.server";
import { Banner } from "~/platform/ui/banner";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { Time } from "~/platform/ui/time";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { ModeForm, ModeSwitch } from "../nodes/mode-switch";
import { type DrainFlag, modeName } from "../nodes/modes";
import { isOverdue, type NodeView } from "../nodes/node-view";

const INTENT = "plan-drain";

interface ModePanelProps {
  view: NodeView;
  mayDrain: boolean;
  answer: FormAnswer | undefined;
  onDrain: (flag: DrainFlag) => void;
}

/** The node's mode, and the time by which it should be empty. */
export function ModePanel({ view, mayDrain, answer, onDrain }: ModePanelProps) {
  const { node, emptyBy } = view;
  return (
    <Panel title="Mode" lead={MODE_LINES[node.drain]}>
      <div className="flex flex-col gap-4 text-sm">
        {isOverdue(view) ? (
          <Banner tone="warn">
            Tasks still run here after the planned time. Millrace does not stop them. Staff can kill a task on its
            tenant's page.
          </Banner>
        ) : null}
        {emptyBy === null ? null : (
          <p>
            Planned to be empty by{" "}
            <strong className="font-medium">
              <Time epochSeconds={emptyBy.ts} zoned />
            </strong>
            . Norm cancels this plan, and tells tenants that their tasks can stay.
          </p>
        )}
        {mayDrain ? (
          <div className="max-w-sm">
            <ModeForm />
            <ModeSwitch nodeName={node.node_name} drain={node.drain} onDrain={onDrain} />
          </div>
        ) : (
          <p>{modeName(node.drain)}</p>
        )}
        {mayDrain ? <EmptyByForm emptyByTs={emptyBy?.ts ?? null} answer={answer} /> : null}
      </div>
    </Panel>
  );
}

const MODE_LINES = [
  "Norm: takes new tasks while it is healthy.",
  "Drain: takes no new tasks; running tasks continue until they end.",
  "Upgrade: takes no new tasks, and is serviced once it is empty.",
];

function EmptyByForm({ emptyByTs, answer }: { emptyByTs: number | null; answer: FormAnswer | undefined }) {
  const present = emptyByTs === null ? "" : emptyByField(new Date(emptyByTs * 1000));
  const [form, fields] = useAnsweredForm<{ empty_by: string }>(INTENT, answer, { empty_by: present });
  return (
    <PostForm key={present} intent={INTENT} id={form.id} className="flex flex-col gap-3 border-t pt-4">
      <h3 className="font-medium">Drain when empty by</h3>
      <p className="max-w-2xl text-muted">
        The node switches to Drain at once. Tenants with tasks here are notified on screen and by email: now, a day
        before and an hour before. Nothing is stopped at that time: tasks that still run are shown as needing attention.
      </p>
      <div className="flex flex-wrap items-start gap-3">
        <div className="w-60">
          <TextField
            field={fields.empty_by}
            label="Empty by, UTC"
            type="datetime-local"
            hint="10 minutes to 30 days ahead."
          />
        </div>
        {/* Next to the field, below its label. */}
        <div className="sm:pt-6.5">
          <SubmitButton intent={INTENT} look="secondary">
            Drain and notify tenants
          </SubmitButton>
        </div>
      </div>
    </PostForm>
  );
}
