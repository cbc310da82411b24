import type { FormAnswer } from "~/platform/http/form.server";
import { CheckField } from "~/platform/ui/check-field";
import { NETWORK_ROWS } from "~/compute/gpu-sizes";
import { TextField } from "~/platform/ui/text-field";
import { EditRow } from "./edit-row";

/** A cluster as the loader gives it. */
export interface ClusterView {
  name: string;
  position: number;
  networks: string[];
  hiddenAt: Date | string | null;
  version: number;
}

interface EditClusterProps {
  answer: FormAnswer | undefined;
  /** Null: a new one. */
  cluster: ClusterView | null;
}

export function EditCluster({ answer, cluster }: EditClusterProps) {
  return (
    <EditRow
      intent="set-cluster"
      answer={answer}
      row={cluster && { field: "cluster_name", value: cluster.name, version: cluster.version }}
      button={cluster ? "Edit" : "New cluster"}
      title={cluster ? cluster.name : "New cluster"}
      values={{
        position: String(cluster?.position ?? 0),
        ...Object.fromEntries(
          NETWORK_ROWS.map(({ name, needsPort }) => [name, cluster ? cluster.networks.includes(name) : !needsPort]),
        ),
        hidden: cluster ? cluster.hiddenAt !== null : false,
      }}
    >
      {(field) => (
        <>
          {cluster ? null : (
            <TextField field={field("cluster_name")} label="Name" autoComplete="off" spellCheck={false} />
          )}
          <TextField
            field={field("position")}
            label="Place"
            inputMode="numeric"
            autoComplete="off"
            hint="The lowest number comes first."
          />
          {NETWORK_ROWS.map(({ name, label }) => (
            <CheckField key={name} field={field(name)} label={label} />
          ))}
          <CheckField field={field("hidden")} label="Hidden: offered to nobody" />
        </>
      )}
    </EditRow>
  );
}
