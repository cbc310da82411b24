import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ModesDone } from "~/fleet/inside/nodes/set-modes.server";
import { EngineClusters } from "~/compute/views/engine-clusters";
import { requireStaff } from "~/platform/http/access.server";
import { csvInstead } from "~/platform/http/csv-instead.server";
import { Banner } from "~/platform/ui/banner";
import { ButtonLink } from "~/platform/ui/button-link";
import { Page } from "~/platform/ui/page";
import { Refresh } from "~/platform/ui/refresh";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import type { LabelsDone } from "~/fleet/inside/nodes/change-labels.server";
import { type AskedLabels, AskLabels, LabelsFailed } from "./ask-labels";
import { AskModes, type AskedModes, ModesFailed } from "./ask-modes";
import { Fleet } from "./fleet";
import { FleetSummary } from "./fleet-summary";
import { type Issued, IssuedToken } from "./issued-token";
import { nodesAction } from "./nodes-action.server";
import { nodesCsv } from "./nodes-csv.server";
import { OpenTokens } from "./open-tokens";
import { readNodesScreen } from "./read-nodes-screen.server";
import { useRecount } from "~/staff/views/use-recount";
import { Popup } from "~/platform/ui/popup";
import { fieldState } from "~/platform/ui/field-state";
import { PostForm } from "~/platform/ui/post-form";
import { SelectField } from "~/platform/ui/select-field";
import { SubmitButton } from "~/platform/ui/submit-button";
import { Panel } from "~/platform/ui/panel";
import { TextLink } from "~/platform/ui/text-link";
import { presentTime } from "~/platform/time.server";
import { RetireForm } from "./retire-form";

export const meta: MetaFunction = () => [{ title: "Nodes · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, "nodes");
  const asked = { search: new URL(args.request.url).searchParams, now: presentTime() };
  await csvInstead(args, { nodes: () => nodesCsv(asked) });
  return await readNodesScreen({ ...asked, viewer });
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args, "nodes");
  return await nodesAction(args, viewer);
}

export default function Nodes() {
  const loaded = useLoaderData<typeof loader>();
  const { issued, askRetire, askModes, modesFailed, askLabels, labelsFailed, message } = answerOf(
    useKeptAnswer(useActionData()),
  );
  useRecount(["node", "tenants"]);
  return (
    <Page
      title="Nodes"
      lead="Modes, health and running tenants of the whole fleet."
      actions={
        <>
          <ButtonLink to="/dashboard/maintenance">Maintenance</ButtonLink>
          {loaded.mayRetire ? <AddNode clusters={loaded.choices.clusters} /> : null}
        </>
      }
    >
      {/* A refresh would discard typed text and ticks. */}
      {loaded.find || loaded.ticks || issued || askLabels ? null : <Refresh everySeconds={45} />}
      {message ? <Banner tone="danger">{message}</Banner> : null}
      {issued ? <IssuedToken issued={issued} /> : null}
      {askRetire ? <AskRetire nodeName={askRetire} /> : null}
      {askModes ? <AskModes asked={askModes} /> : null}
      {modesFailed ? <ModesFailed {...modesFailed} /> : null}
      {askLabels ? <AskLabels asked={askLabels} /> : null}
      {labelsFailed ? <LabelsFailed done={labelsFailed} /> : null}
      {loaded.versions ? <Banner>{loaded.versions}</Banner> : null}
      <FleetSummary counts={loaded.counts} gpus={loaded.gpus} />
      {/* A confirmation has the page to itself. */}
      {askModes || modesFailed || askLabels || labelsFailed ? null : <Fleet loaded={loaded} />}
      <EngineClusters clusters={loaded.engines} />
      {loaded.tokens.length > 0 ? <OpenTokens tokens={loaded.tokens} /> : null}
    </Page>
  );
}

/** Possible answers of the screen's action: a new token, a confirmation, or a refusal. */
interface ActionAnswer {
  issued?: Issued;
  /** Name of a node whose retirement still has to be confirmed. */
  askRetire?: string;
  /** A mode of several nodes that awaits confirmation, and failures of single nodes. */
  askModes?: AskedModes;
  modesFailed?: { done: ModesDone; drain: number };
  /** Rack and labels of several nodes to be changed, and failures of single nodes. */
  askLabels?: AskedLabels;
  labelsFailed?: Omit<LabelsDone, "faults">;
  /** Why a form was refused. */
  message?: string;
}

function answerOf(given: unknown): ActionAnswer {
  return typeof given === "object" && given !== null ? given : {};
}

/** Creates an enrolment token for one machine of a cluster (6.7). */
function AddNode({ clusters }: { clusters: string[] }) {
  return (
    <Popup button="Add node" title="Add node" look="primary">
      <PostForm intent="add-node" className="flex flex-col gap-4">
        <p className="text-sm text-muted">
          Creates a token with which the agent of one machine joins a cluster. It is shown once and is valid for 24
          hours.
        </p>
        <SelectField
          field={fieldState("cluster_name", clusters[0] ?? "")}
          label="Cluster"
          choices={clusters.map((name) => ({ value: name, label: name }))}
        />
        <div>
          <SubmitButton intent="add-node">Create token</SubmitButton>
        </div>
      </PostForm>
    </Popup>
  );
}

/** The question as a page, for a retirement that came without its confirmation. */
function AskRetire({ nodeName }: { nodeName: string }) {
  return (
    <Panel title={`Retire ${nodeName}?`}>
      <RetireForm nodeName={nodeName} />
      <p className="mt-4 text-sm">
        <TextLink to="/dashboard/nodes">Keep it</TextLink>
      </p>
    </Panel>
  );
}
