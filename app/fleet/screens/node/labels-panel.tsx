import { LABELS_MAX, RACK_MAX } from "~/fleet/node-labels";
import type { FormAnswer } from "~/platform/http/form.server";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import type { NodeRow } from "../nodes/node-view";

const INTENT = "labels";
const CHARACTERS_MAX = LABELS_MAX * 66;

/** Shows and sets the rack and the labels of a node, by which lists and the fleet's map filter and group. */
export function LabelsPanel({
  node: { rack, labels },
  maySet,
  answer,
}: {
  node: NodeRow;
  maySet: boolean;
  answer: FormAnswer | undefined;
}) {
  const present = { rack, labels: labels.join(" ") };
  const [form, fields] = useAnsweredForm<{ rack: string; labels: string }>(INTENT, answer, present);
  return (
    <Panel
      title="Rack and labels"
      lead="Your own names for machines: to find and drain them together, and to limit alert rules to some."
    >
      {maySet ? (
        <PostForm
          key={`${present.rack} ${present.labels}`}
          intent={INTENT}
          id={form.id}
          className="flex flex-wrap items-start gap-3"
        >
          <div className="w-full sm:w-44">
            <TextField field={fields.rack} label="Rack" maxLength={RACK_MAX} placeholder="R1" />
          </div>
          <div className="w-full sm:w-96">
            <TextField
              field={fields.labels}
              label="Labels"
              maxLength={CHARACTERS_MAX}
              placeholder="generation=2024 water"
              hint="Words or key=value, separated by spaces, at most 16."
            />
          </div>
          {/* Next to the fields, below their labels. */}
          <div className="sm:pt-6.5">
            <SubmitButton intent={INTENT} look="secondary">
              Save
            </SubmitButton>
          </div>
        </PostForm>
      ) : (
        <p className="text-sm">
          {rack === "" && labels.length === 0
            ? "None."
            : [rack && `Rack ${rack}`, ...labels].filter(Boolean).join(" · ")}
        </p>
      )}
    </Panel>
  );
}
