import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readFundsNow } from "~/money/read-funds-now.server";
import { NETWORK_DEFAULT_RENT } from "~/compute/gpu-sizes";
import { normaliseTaskName } from "~/compute/inside/tasks/task-name";
import { optionalUser } from "~/platform/http/access.server";
import { useCapacity, usePrices } from "~/platform/live/use-capacity";
import { ButtonLink } from "~/platform/ui/button-link";
import { Page } from "~/platform/ui/page";
import { pageMeta } from "~/platform/ui/page-meta";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { choiceFrom } from "../reservation/choice";
import { readOffer } from "../reservation/read-offer.server";
import { withAgain } from "./again.server";
import { choiceFacts } from "./choice-facts.server";
import { Closed } from "./closed";
import { Confirm } from "./confirm";
import { NewReservation } from "./new-reservation";
import { readLikelyWait } from "./read-likely-wait.server";
import { startTask } from "./start-task.server";
import { refusedFields } from "./refused-fields";
import { type Step, stepOf } from "./step";
import { useExtraRefresh } from "./use-extra-refresh";
import { useSavedDraft } from "./use-saved-draft";

export { headers } from "~/platform/http/action-headers";

export const meta: MetaFunction = () =>
  pageMeta("Rent · Millrace", "Choose GPUs, see what they cost per hour and day, and start.");

export async function loader(args: LoaderFunctionArgs) {
  const now = new Date();
  const viewer = await optionalUser(args);
  const tenantId = viewer?.tenantId ?? null;
  const given = await withAgain(new URL(args.request.url).searchParams, viewer);
  const [offer, funds] = await Promise.all([
    readOffer({ viewer, template: given.get("template"), now }),
    tenantId === null ? null : readFundsNow({ tenantId, now }),
  ]);
  const typed = choiceFrom(given, offer, NETWORK_DEFAULT_RENT, now);
  const step = stepOf(given, typed, offer);
  const choice = step.name === "confirm" ? { ...typed, task_name: normaliseTaskName(typed.task_name) } : typed;
  return {
    offer,
    choice,
    step,
    facts: step.name === "confirm" ? choiceFacts(choice, offer, viewer !== null) : [],
    funds,
    loggedIn: viewer !== null,
    likelyWait: tenantId === null ? null : await readLikelyWait(choice, offer, now),
    idempotencyKey: randomUUID(),
    atMs: now.getTime(),
  };
}

export async function action(args: ActionFunctionArgs) {
  return await startTask(args);
}

export default function Rent() {
  const { offer, choice, facts, funds, loggedIn, likelyWait, idempotencyKey, atMs, ...loaded } =
    useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  const errors = refusedFields(answer);
  // A refused field is shown at its input, with all the rest unchanged.
  const step: Step = Object.keys(errors).length > 0 ? { name: "form", errors } : loaded.step;
  const { free, ageSeconds } = useCapacity(offer.free, atMs);
  const shown = { offer, loggedIn, free, prices: usePrices(offer.prices, atMs), ageSeconds };
  useExtraRefresh();
  useSavedDraft();
  return (
    <Page
      title="Rent"
      lead="Choose GPUs, start, and log in with ssh a moment later."
      actions={
        step.name === "closed" ? (
          <ButtonLink look="primary" to="/rent?new=1">
            New Task
          </ButtonLink>
        ) : null
      }
    >
      {step.name === "closed" ? <Closed {...shown} types={offer.types} choice={choice} /> : null}
      {step.name === "form" ? (
        <NewReservation
          {...shown}
          loaded={choice}
          errors={step.errors}
          funds={funds}
          idempotencyKey={idempotencyKey}
          answer={answer}
        />
      ) : null}
      {step.name === "confirm" ? (
        <Confirm {...shown} {...{ choice, facts, idempotencyKey, funds, answer, likelyWait }} />
      ) : null}
    </Page>
  );
}
