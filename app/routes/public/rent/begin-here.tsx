import { type FundsNow, fundsWithTask } from "~/domain/billing/funds-with-task";
import type { FreeRow } from "~/domain/capacity/read-free.server";
import { firstMissing } from "~/domain/reserve/first-missing";
import type { Prices } from "~/domain/pricing/cost";
import type { FormAnswer } from "~/http/form.server";
import { ButtonLink } from "~/ui/button-link";
import { PostForm } from "~/ui/post-form";
import { SubmitButton } from "~/ui/submit-button";
import { useScripted } from "~/ui/use-scripted";
import type { Choice } from "../reservation/choice";
import { pphOf } from "../reservation/cost";
import { isReady } from "../reservation/readiness";
import { ChoiceInputs } from "./choice-inputs";
import { EnqueuePopup, isQueueAsked } from "./enqueue-popup";

interface BeginHereProps {
  choice: Choice;
  /** This page with the choice, where a refused form comes back to. */
  here: string;
  hasKeys: boolean;
  /** Null for visitors. */
  funds: FundsNow | null;
  free: FreeRow[];
  prices: Prices;
  idempotencyKey: string;
  answer: FormAnswer | undefined;
}

/** The one button that applies: what is missing first, or the start, or the queue. Its place is kept until the script runs. */
export function BeginHere(props: BeginHereProps) {
  const scripted = useScripted();
  return (
    <div className="flex min-h-9.5 min-w-36 justify-end noscript:hidden">
      {scripted ? <TheButton {...props} /> : null}
    </div>
  );
}

function TheButton({ choice, here, hasKeys, funds, free, prices, idempotencyKey, answer }: BeginHereProps) {
  const pphCents = pphOf(choice, prices);
  const covered = funds === null || pphCents === null || fundsWithTask(funds, pphCents).covered;
  const missing = firstMissing({ loggedIn: funds !== null, hasKeys, covered, ready: isReady(choice, free) });
  if (missing === "login")
    return <Next to={`/login?${new URLSearchParams({ redirectTo: here })}`}>Log in to start</Next>;
  if (missing === "key") return <Next to="#first-key">Add an SSH key</Next>;
  if (missing === "funds") return <Next to="/billing/add-funds">Add Funds</Next>;
  if (missing === "capacity" || isQueueAsked(choice, answer))
    return <EnqueuePopup {...{ choice, idempotencyKey, answer }} action={here} look="primary" />;
  return (
    <PostForm intent="start" action={here}>
      <ChoiceInputs choice={choice} idempotencyKey={idempotencyKey} />
      <SubmitButton intent="start" look="primary">
        Start Task
      </SubmitButton>
    </PostForm>
  );
}

function Next({ to, children }: { to: string; children: string }) {
  return (
    <ButtonLink look="primary" to={to}>
      {children}
    </ButtonLink>
  );
}
