import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { NODES_MAX } from "~/fleet/inside/nodes/rolling/rolling";
import type { FormAnswer } from "~/platform/http/form.server";
import { requireStaff } from "~/platform/http/access.server";
import { presentTime } from "~/platform/time.server";
import { Banner } from "~/platform/ui/banner";
import { Page } from "~/platform/ui/page";
import { Refused } from "~/platform/ui/refused";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { ChooseNodes } from "./choose-nodes";
import { Effects } from "./effects";
import { PlanForm } from "./plan-form";
import { type AskedRolling, planAction, readPlanScreen } from "./plan-screen.server";
import { Preview } from "./preview";

export const meta: MetaFunction = () => [{ title: "Drain several nodes · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, "plan-rolling");
  return await readPlanScreen({ search: new URL(args.request.url).searchParams, now: presentTime() });
}

export async function action(args: ActionFunctionArgs) {
  return await planAction(args, await requireStaff(args, "plan-rolling"));
}

/** Plans a rolling drain: which nodes, until when and how, then what that does to whom. */
export default function PlanRolling() {
  const loaded = useLoaderData<typeof loader>();
  const given = useKeptAnswer(useActionData<typeof action>());
  const asked = askedOf(given);
  const answer = asked ? undefined : (given as FormAnswer | undefined);
  const { preview, tooMany } = loaded;
  return (
    <Page
      title="Drain several nodes"
      back={{ to: "/dashboard/maintenance", label: "Maintenance" }}
      lead="A few at a time, empty ones first. No task is stopped."
    >
      {asked ? (
        <Preview asked={asked} />
      ) : (
        <>
          <Refused answer={answer} />
          <ChooseNodes loaded={loaded} />
          {tooMany ? <Banner tone="warn">{`A plan has at most ${NODES_MAX} nodes. Choose fewer.`}</Banner> : null}
          {loaded.asked && !tooMany ? <Effects preview={preview} /> : null}
          {preview.nodes.length > 0 && !tooMany ? <PlanForm loaded={loaded} answer={answer} /> : null}
        </>
      )}
    </Page>
  );
}

function askedOf(given: unknown): AskedRolling | null {
  return typeof given === "object" && given !== null && "asked" in given ? (given.asked as AskedRolling) : null;
}
