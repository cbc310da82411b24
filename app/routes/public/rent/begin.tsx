import { type FundsNow, fundsWithTask } from "~/domain/billing/funds-with-task";
import type { FreeRow } from "~/domain/capacity/read-free.server";
import { firstMissing, type Missing } from "~/domain/reserve/first-missing";
import type { FormAnswer } from "~/http/form.server";
import { Banner } from "~/ui/banner";
import { KeyForm, SAVE_KEY } from "../../customer/key-form";
import type { Choice } from "../reservation/choice";
import { allChosen, isReady } from "../reservation/readiness";
import { ENQUEUE } from "./enqueue-popup";
import { FundsNote } from "./funds-note";
import { StartButtons } from "./start-buttons";

interface BeginProps {
  choice: Choice;
  hasKeys: boolean;
  funds: FundsNow;
  /** Cents per hour; null while the GPU type has no price. */
  pphCents: number | null;
  free: FreeRow[];
  idempotencyKey: string;
  /** Why the last form was refused. */
  answer: FormAnswer | undefined;
}

/** What is missing, the first thing first, and then the two ways to begin. */
export function Begin({ choice, hasKeys, funds, pphCents, free, idempotencyKey, answer }: BeginProps) {
  const ready = isReady(choice, free);
  const covered = pphCents === null || fundsWithTask(funds, pphCents).covered;
  const missing = firstMissing({ loggedIn: true, hasKeys, covered, ready });
  const refused = answer && ![ENQUEUE, SAVE_KEY].includes(answer.intent) ? answer.message : null;
  return (
    <>
      {hasKeys ? null : (
        <section aria-labelledby="first-key" className="border-t pt-4">
          <h3 id="first-key" className="mb-3 text-sm font-semibold">
            First, the key that opens the task
          </h3>
          <KeyForm intent={SAVE_KEY} answer={answer} rows={3} submit="Save key" />
        </section>
      )}
      {pphCents === null ? null : <FundsNote funds={funds} pphCents={pphCents} isNext={missing === "funds"} />}
      {refused ? (
        <div role="alert">
          <Banner tone="danger">{refused}</Banner>
        </div>
      ) : null}
      <p className="border-t pt-4 text-sm">{prospect({ missing, ready, covered })}</p>
      {hasKeys && !allChosen(choice) ? <p className="text-sm text-muted">Fill in every field first.</p> : null}
      <StartButtons
        choice={choice}
        ready={ready}
        waits={missing === "key" || missing === "funds"}
        idempotencyKey={idempotencyKey}
        answer={answer}
      />
    </>
  );
}

/** When the task would begin. 'Immediately' is promised only where the button keeps it. */
function prospect({ missing, ready, covered }: { missing: Missing | null; ready: boolean; covered: boolean }) {
  if (missing === null) return "Your job will start immediately";
  if (ready) return `These GPUs are free now. Start the task ${after(missing, covered)}.`;
  const when = covered ? "as soon as they are" : "as soon as they are and your balance covers it";
  return `These GPUs are not free now. Enqueue the task and it starts by itself ${when}.`;
}

function after(missing: Missing, covered: boolean): string {
  if (missing === "funds") return "once your balance covers it";
  return covered ? "once your key is stored" : "once your key is stored and your balance covers it";
}
