import type { ReactNode } from "react";
import { fundsWithTask } from "~/money/funds-with-task";
import type { FormAnswer } from "~/platform/http/form.server";
import { ButtonLink } from "~/platform/ui/button-link";
import { classes } from "~/platform/ui/classes";
import { formatCents } from "~/platform/ui/format";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { useMayAddFunds } from "~/platform/ui/use-root-data";
import { useScripted } from "~/platform/ui/use-scripted";
import { orderPath } from "../reservation/choice";
import { ChoiceInputs } from "./choice-inputs";
import { EnqueuePopup, isQueueAsked } from "./enqueue-popup";
import { EnterFirst } from "./enter-first";
import { addFundsPath } from "./funds-note";
import { type StandingGiven, standingOf } from "./standing";

interface BeginHereProps extends StandingGiven {
  idempotencyKey: string;
  answer: FormAnswer | undefined;
}

/** The one button that applies: what is missing first, or the start, or the queue. Its place is kept until the script runs; a visitor's needs none. */
export function BeginHere(props: BeginHereProps) {
  const scripted = useScripted();
  const loggedIn = props.funds !== null;
  return (
    <div
      className={classes(
        "flex min-h-9.5 flex-wrap items-center justify-end gap-3 max-sm:grow noscript:hidden",
        loggedIn && "min-w-36",
      )}
    >
      {scripted || !loggedIn ? <TheButton {...props} /> : null}
    </div>
  );
}

function TheButton({ choice, idempotencyKey, answer, ...given }: BeginHereProps) {
  const { missing, pphCents } = standingOf({ choice, ...given });
  const mayAddFunds = useMayAddFunds();
  const order = orderPath(choice);
  if (missing === "login") return <EnterFirst order={order} />;
  if (missing === "key") return <Next to="#first-key">Add an SSH key</Next>;
  if (missing === "funds" && !mayAddFunds)
    return <p className="max-w-60 text-sm text-muted">Your team&apos;s balance does not cover this.</p>;
  if (missing === "funds")
    return (
      <>
        {given.funds && pphCents !== null ? (
          <Wanting cents={fundsWithTask(given.funds, pphCents).wantingCents} />
        ) : null}
        <Next to={addFundsPath(order)}>Add Funds</Next>
      </>
    );
  if (missing === "capacity" || isQueueAsked(choice, answer))
    return <EnqueuePopup {...{ choice, idempotencyKey, answer }} action={order} look="primary" />;
  return (
    <PostForm intent="start" action={order}>
      <ChoiceInputs choice={choice} idempotencyKey={idempotencyKey} />
      <SubmitButton intent="start" look="primary">
        Start Task
      </SubmitButton>
    </PostForm>
  );
}

/** Why the balance shown next to it is not enough. */
function Wanting({ cents }: { cents: number }) {
  return <p className="text-sm text-muted max-sm:basis-full">At least {formatCents(cents)} more is needed to start.</p>;
}

function Next({ to, children }: { to: string; children: ReactNode }) {
  return (
    <ButtonLink look="primary" to={to}>
      {children}
    </ButtonLink>
  );
}
