import type { LabelsDone, LabelsNow } from "~/fleet/inside/nodes/change-labels.server";
import { RACK_MAX } from "~/fleet/node-labels";
import { counted } from "~/platform/counted";
import { CheckField } from "~/platform/ui/check-field";
import { fieldState } from "~/platform/ui/field-state";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { Back, FailedNodes, NodeNames } from "./ask-modes";

const INTENT = "set-labels";

/** Fields of the form, as typed. */
export type LabelFields = Partial<Record<"rack" | "no_rack" | "add" | "remove", string>>;

/** The nodes with what they have now, and what should change on all of them. */
export interface AskedLabels extends LabelsNow {
  typed: LabelFields;
  /** Why the form was refused, by field; '' for the whole form. */
  errors: Record<string, string>;
}

/** Racks and labels of several nodes, and what should change. */
export function AskLabels({ asked }: { asked: AskedLabels }) {
  const { nodes, racks, labels, typed, errors } = asked;
  const field = (name: keyof LabelFields) => fieldState(name, typed[name] ?? "", errors[name]);
  return (
    <Panel title={`Rack and labels of ${counted(nodes.length, "node")}`}>
      <div className="flex flex-col gap-4 text-sm">
        {errors[""] ? (
          <p role="alert" className="text-danger">
            {errors[""]}
          </p>
        ) : null}
        <p>
          {`Racks: ${listed(racks.map(({ name, nodes: count }) => ({ name: name || "none", nodes: count })))}. `}
          {`Labels: ${listed(labels)}.`}
        </p>
        <NodeNames nodes={nodes} />
        <PostForm intent={INTENT} className="flex max-w-2xl flex-col gap-4">
          <input type="hidden" name="nodes" value={nodes.join(" ")} />
          <TextField
            field={field("rack")}
            label="Set the rack"
            maxLength={RACK_MAX}
            placeholder="unchanged"
            hint="Empty leaves the racks as they are."
          />
          <CheckField field={field("no_rack")} label="Remove the rack" />
          <TextField
            field={field("add")}
            label="Add labels"
            placeholder="generation=2024 water"
            hint="key=value replaces another value of the key."
          />
          <TextField field={field("remove")} label="Remove labels" hint="A key removes all of its values." />
          <div className="flex flex-wrap gap-2">
            <SubmitButton intent={INTENT}>{`Change ${counted(nodes.length, "node")}`}</SubmitButton>
            <Back>Leave them as they are</Back>
          </div>
        </PostForm>
      </div>
    </Panel>
  );
}

const LISTED = 8;

/** `R1 on 3 nodes, none on 2 nodes` */
function listed(counts: { name: string; nodes: number }[]): string {
  if (counts.length === 0) return "none";
  const first = counts.slice(0, LISTED).map(({ name, nodes }) => `${name} on ${counted(nodes, "node")}`);
  return [...first, ...(counts.length > LISTED ? [`and ${counts.length - LISTED} more`] : [])].join(", ");
}

/** Failures, node by node. */
export function LabelsFailed({ done }: { done: Omit<LabelsDone, "faults"> }) {
  return (
    <Panel
      title="Not all nodes are changed"
      lead={`${done.changed} changed, ${done.already} already had them, ${done.failed.length} failed.`}
      padded={false}
    >
      <FailedNodes failed={done.failed} />
      <div className="border-t px-4 py-3 sm:px-5">
        <Back>Back to the list</Back>
      </div>
    </Panel>
  );
}
