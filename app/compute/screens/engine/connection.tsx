import { Banner } from "~/platform/ui/banner";
import { ChoiceLinks } from "~/platform/ui/choice-links";
import { Panel } from "~/platform/ui/panel";
import { EngineForm, type EngineFormProps } from "./engine-form";

/** The form of a cluster's engine. A cluster without one offers a form for each kind. */
export function Connection({ clusterName, ...form }: EngineFormProps & { clusterName: string }) {
  const { known, version } = form;
  const page = `/dashboard/clusters/${clusterName}`;
  const choices = [
    { label: "Slurm", to: page, current: known.kind === "slurm" },
    { label: "Kubernetes (experimental)", to: `${page}?kind=kubernetes`, current: known.kind === "kubernetes" },
  ];
  return (
    <Panel
      title={version === null ? "Back it by a scheduler" : "Connection"}
      actions={version === null ? <ChoiceLinks label="Kind of scheduler" choices={choices} /> : null}
    >
      {known.kind === "kubernetes" ? (
        <div className="mb-4 max-w-3xl">
          <Banner tone="warn">
            Experimental: written against the API, not yet run on a cluster. What to try first is in{" "}
            <code className="whitespace-nowrap">docs/engines-kubernetes.md</code>.
          </Banner>
        </div>
      ) : null}
      <EngineForm {...form} />
    </Panel>
  );
}
