import type { FundsNow } from "~/money/funds-with-task";
import type { FormAnswer } from "~/platform/http/form.server";
import { Banner } from "~/platform/ui/banner";
import { orderPath } from "../reservation/choice";
import { allChosen } from "../reservation/readiness";
import { ENQUEUE } from "./enqueue-popup";
import { FirstKey, isKeyAnswer } from "./first-key";
import { FundsNote } from "./funds-note";
import { type Standing, type StandingGiven, standingOf } from "./standing";
import { StartButtons } from "./start-buttons";

interface BeginProps extends StandingGiven {
  funds: FundsNow;
  likelyWait: string | null;
  idempotencyKey: string;
  /** Why the last form was refused. */
  answer: FormAnswer | undefined;
}

/** Missing requirements, in order, and then the buttons Start and Enqueue. */
export function Begin({ likelyWait, idempotencyKey, answer, ...given }: BeginProps) {
  const { choice, hasKeys, funds } = given;
  const standing = standingOf(given);
  const { missing, pphCents } = standing;
  const refused = answer && answer.intent !== ENQUEUE && !isKeyAnswer(answer, hasKeys) ? answer.message : null;
  return (
    <>
      {hasKeys ? null : (
        <section aria-labelledby="first-key" className="border-t pt-4">
          <h3 id="first-key" className="mb-3 text-sm font-semibold">
            First, add your SSH key
          </h3>
          <FirstKey {...{ choice, idempotencyKey, answer }} besides={standing.missingAfterKey} />
        </section>
      )}
      {pphCents === null ? null : (
        <FundsNote funds={funds} pphCents={pphCents} isNext={missing === "funds"} order={orderPath(choice)} />
      )}
      {refused ? (
        <div role="alert">
          <Banner tone="danger">{refused}</Banner>
        </div>
      ) : null}
      <p className="border-t pt-4 text-sm">{prospect(standing)}</p>
      {hasKeys && !allChosen(choice) ? <p className="text-sm text-muted">Fill in every field first.</p> : null}
      <StartButtons {...{ choice, standing, likelyWait, idempotencyKey, answer }} />
    </>
  );
}

/** Describes when the task would begin. 'Immediately' appears only if the button can start it. */
function prospect({ missing, ready, covered }: Standing) {
  if (missing === null) return "Your job will start immediately";
  if (ready) return `These GPUs are free now. Start the task ${after({ missing, covered })}.`;
  const when = covered ? "as soon as they are" : "as soon as they are and your balance covers it";
  return `These GPUs are not free now. Enqueue the task and it starts by itself ${when}.`;
}

function after({ missing, covered }: Pick<Standing, "missing" | "covered">): string {
  if (missing === "funds") return "once your balance covers it";
  return covered ? "once your key is stored" : "once your key is stored and your balance covers it";
}
