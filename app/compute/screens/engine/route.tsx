import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ENGINE_NAMES } from "~/compute/engine-kinds";
import type { EngineTested } from "~/compute/inside/engines/engine-tests.server";
import { requireStaff } from "~/platform/http/access.server";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { refusalIn, useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { Connection } from "./connection";
import { engineAction } from "./engine-action.server";
import { EngineState } from "./engine-state";
import { Machines } from "./machines";
import { PlaceTimesPanel } from "./place-times";
import { clusterNameOf, readEngineScreen } from "./read-engine-screen.server";
import { TestedLines } from "./tested-lines";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.name ?? "Cluster"} · Millrace` }];

export async function loader(args: LoaderFunctionArgs) {
  return await readEngineScreen(args);
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args, "engine");
  return await engineAction(args, viewer, clusterNameOf(args));
}

export default function Engine() {
  const { name, nodes, engine, token, machines, times, fields, mayHold, mayWrite } = useLoaderData<typeof loader>();
  const kept = useKeptAnswer(useActionData<typeof action>());
  const answer = refusalIn(kept);
  const tested = kept && "tested" in kept ? (kept as { tested: EngineTested }).tested : undefined;
  return (
    <Page
      title={name}
      back={{ to: "/dashboard/catalogue", label: "Catalogue" }}
      lead={
        engine
          ? `A ${ENGINE_NAMES[engine.kind]} chooses the machines of this cluster. Millrace keeps accounts, prices and charging.`
          : nodes > 0
            ? `${nodes} machines of your own. A scheduler can back a cluster without machines of its own.`
            : "No machines yet. Enrol your own under Nodes, or let a Slurm or Kubernetes that you already run choose them."
      }
    >
      <Refused answer={answer} />
      {engine ? <EngineState engine={engine} token={token} mayHold={mayHold} /> : null}
      {tested ? <TestedLines tested={tested} /> : null}
      {engine ? <Machines machines={machines} kind={engine.kind} /> : null}
      {times ? <PlaceTimesPanel times={times} /> : null}
      {mayWrite && nodes === 0 && fields ? (
        <Connection
          clusterName={name}
          known={fields}
          version={engine?.version ?? null}
          answer={answer}
          tested={tested?.id ?? ""}
        />
      ) : null}
      {mayWrite && engine ? (
        <Panel title="Back to your own machines" folds lead="Possible once no task is left there.">
          <PostForm intent="remove">
            <input type="hidden" name="version" value={engine.version} />
            <SubmitButton intent="remove" look="danger">
              Disconnect {ENGINE_NAMES[engine.kind]}
            </SubmitButton>
          </PostForm>
        </Panel>
      ) : null}
    </Page>
  );
}
