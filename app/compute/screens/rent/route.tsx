import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { NETWORK_DEFAULT_RENT } from "~/compute/gpu-sizes";
import { normaliseTaskName } from "~/compute/inside/tasks/task-name";
import { ButtonLink } from "~/platform/ui/button-link";
import { late } from "~/platform/ui/late";
import { Page } from "~/platform/ui/page";
import { pageMeta } from "~/platform/ui/page-meta";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { deleteDraft } from "../reservation/draft";
import { refusedFields, withTyped } from "../reservation/refused-fields";
import { useShown } from "../reservation/use-shown";
import { act } from "./act.server";
import { type ChoiceFact, choiceFacts } from "./choice-facts.server";
import { readRentScreen } from "./read-rent-screen.server";
import { type Step, stepOf } from "./step";
import { useExtraRefresh } from "./use-extra-refresh";
import { useSavedDraft } from "./use-saved-draft";

export { headers } from "~/platform/http/action-headers";

export const meta: MetaFunction = () =>
  pageMeta("Rent · Millrace", "Choose GPUs, see what they cost per hour and day, and start.");

export async function loader(args: LoaderFunctionArgs) {
  const { given, shown } = await readRentScreen(args, NETWORK_DEFAULT_RENT);
  const step = stepOf(given, shown.choice, shown.offer);
  if (step.name !== "confirm") return { ...shown, step, facts: [] as ChoiceFact[] };
  const choice = { ...shown.choice, task_name: normaliseTaskName(shown.choice.task_name) };
  return { ...shown, step, choice, facts: choiceFacts(choice, shown.offer, shown.loggedIn) };
}

export async function action(args: ActionFunctionArgs) {
  return await act(args);
}

/** Each step's script comes with the step. */
const Confirm = late("rent/confirm", () => import("./confirm"));
const ReservationForm = late("rent/form", () => import("../reservation/reservation-form"));
const Closed = late("rent/closed", () => import("./closed"));

export default function Rent() {
  const { choice, facts, step: loadedStep, ...loaded } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  const errors = refusedFields(answer, choice);
  // A refused field is shown in its place, with all other values unchanged.
  const step: Step = Object.keys(errors).length > 0 ? { name: "form", errors } : loadedStep;
  const shown = { ...loaded, ...useShown(loaded), answer };
  useExtraRefresh();
  useSavedDraft();
  return (
    <Page
      title={step.name === "form" ? "New Reservation" : "Rent"}
      lead="Choose GPUs, start, and log in with ssh a moment later."
      actions={
        step.name === "closed" ? (
          <ButtonLink look="primary" to="/rent?new=1">
            New Task
          </ButtonLink>
        ) : step.name === "form" ? (
          <ButtonLink look="quiet" to="/rent" onClick={deleteDraft}>
            Cancel
          </ButtonLink>
        ) : null
      }
    >
      {step.name === "closed" ? <Closed {...shown} choice={choice} /> : null}
      {step.name === "form" ? (
        <ReservationForm {...shown} loaded={withTyped(choice, answer)} errors={step.errors} to="/rent?new=1&" />
      ) : null}
      {step.name === "confirm" ? <Confirm {...shown} {...{ choice, facts }} /> : null}
    </Page>
  );
}
