import { Popup } from "~/ui/popup";
import { fieldState } from "~/ui/field-state";
import { PostForm } from "~/ui/post-form";
import { SelectField } from "~/ui/select-field";
import { SubmitButton } from "~/ui/submit-button";

/** Makes an enrolment token for one machine of a cluster (6.7). */
export function AddNode({ clusters }: { clusters: string[] }) {
  return (
    <Popup button="Add node" title="Add node" look="primary">
      <PostForm intent="add-node" className="flex flex-col gap-4">
        <p className="text-sm text-muted">
          Makes a token with which the agent of one machine joins a cluster. It is shown once and is good for 24 hours.
        </p>
        <SelectField
          field={fieldState("cluster_name", clusters[0] ?? "")}
          label="Cluster"
          choices={clusters.map((name) => ({ value: name, label: name }))}
        />
        <div>
          <SubmitButton intent="add-node">Make token</SubmitButton>
        </div>
      </PostForm>
    </Popup>
  );
}
