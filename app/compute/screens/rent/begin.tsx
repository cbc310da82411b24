import { type FundsNow, fundsWithTask } from "~/money/funds-with-task";
import { timeLeft } from "~/money/time-left";
import { unitsToDollars4, asUnits } from "~/money/units";
import type { FormAnswer } from "~/platform/http/form.server";
import { SHOWN } from "~/platform/shown-messages";
import { Banner } from "~/platform/ui/banner";
import { Button } from "~/platform/ui/button";
import { formatCents, formatDollars } from "~/platform/ui/format";
import { SubmitButton } from "~/platform/ui/submit-button";
import { Time } from "~/platform/ui/time";
import { SAVE_KEY } from "../key-form";
import { ENQUEUE, EnqueuePopup, isQueueAsked } from "../reservation/enqueue-popup";
import { KeyFields } from "../reservation/key-fields";
import { fieldState } from "~/platform/ui/field-state";
import type { Wait } from "../reservation/next-step";
import { allChosen } from "../reservation/readiness";
import { type Standing, type StandingGiven, standingOf } from "../reservation/standing";

interface BeginProps extends StandingGiven {
  funds: FundsNow;
  wait: Wait | null;
  /** Why the last form was refused. */
  answer: FormAnswer | undefined;
}

/**
 * The missing requirements in order, then 'Start Task', which needs capacity and balance, and 'Enqueue Task' if
 * capacity is missing. Both need all fields (6.2). The queue needs no funds yet.
 */
export function Begin({ wait, answer, ...given }: BeginProps) {
  const { choice, hasKeys, funds } = given;
  const standing = standingOf(given);
  const { missing, missingAfterKey, pphCents, ready, mayStart } = standing;
  const isKeyFault = answer?.lastResult.error?.["ssh_public_key"] !== undefined;
  const look = missing === "key" || missing === "funds" ? "secondary" : "primary";
  return (
    <>
      {hasKeys ? null : (
        <section aria-labelledby="first-key">
          <h3 id="first-key" className="mb-3 text-sm font-semibold">
            First, add your SSH key
          </h3>
          <KeyFields field={fieldState("ssh_key_id", "")} keys={[]} answer={answer} />
          <div className="mt-3">
            {missingAfterKey === null ? (
              <SubmitButton name="intent" value="start" intent="start">
                Save key and start
              </SubmitButton>
            ) : (
              <SubmitButton name="intent" value={SAVE_KEY} intent={SAVE_KEY}>
                Save key
              </SubmitButton>
            )}
          </div>
        </section>
      )}
      {pphCents === null ? null : <FundsNote funds={funds} pphCents={pphCents} isNext={missing === "funds"} />}
      {answer && !isKeyFault && answer.intent !== ENQUEUE ? (
        <div role="alert">
          <Banner tone="danger">{answer.message}</Banner>
        </div>
      ) : null}
      <p className="border-t pt-4 text-sm">{prospect(standing)}</p>
      {hasKeys && !allChosen(choice) ? <p className="text-sm text-muted">Fill in every field first.</p> : null}
      {ready ? <p className="text-sm text-muted">The queue is for GPUs that are not free.</p> : null}
      <div className="flex flex-wrap gap-3">
        <SubmitButton name="intent" value="start" intent="start" look={look} disabled={!mayStart}>
          Start Task
        </SubmitButton>
        {allChosen(choice) && (!ready || isQueueAsked(answer)) ? (
          <EnqueuePopup button="Enqueue Task" wait={wait?.text ?? null} {...{ choice, pphCents, answer, look }} />
        ) : (
          <Button type="button" disabled>
            Enqueue Task
          </Button>
        )}
      </div>
    </>
  );
}

/** Describes when the task would begin. 'Immediately' appears only if the button can start it. */
function prospect({ missing, ready, covered }: Standing) {
  if (missing === null) return "Your job will start immediately";
  const andFunds = covered ? "" : " and your balance covers it";
  if (!ready)
    return `These GPUs are not free now. Enqueue the task and it starts by itself as soon as they are${andFunds}.`;
  const what = missing === "funds" ? "your balance covers it" : `your key is stored${andFunds}`;
  return `These GPUs are free now. Start the task once ${what}.`;
}

interface FundsNoteProps {
  funds: FundsNow;
  pphCents: number;
  /** True if funds are the first missing requirement. */
  isNext: boolean;
}

/** Shows how long the balance lasts with this task included, or that it does not cover it (S12, M27). */
function FundsNote({ funds, pphCents, isNext }: FundsNoteProps) {
  const { lastsS, endsTs, covered, wantingCents } = fundsWithTask(funds, pphCents);
  const balance = formatDollars(unitsToDollars4(asUnits(BigInt(funds.availableUnits))));
  if (!covered) {
    return (
      <Banner tone="warn">
        <p className="font-medium">{SHOWN.balanceTooLow}</p>
        <p className="mt-0.5">
          Your balance is {balance}; at least {formatCents(wantingCents)} more is needed to start.
        </p>
        <SubmitButton
          name="intent"
          value="funds"
          intent="funds"
          look={isNext ? "primary" : "secondary"}
          className="mt-3"
        >
          Add Funds
        </SubmitButton>
      </Banner>
    );
  }
  return (
    <p className="text-sm text-muted">
      With this task included your balance of <strong className="font-semibold text-ink">{balance}</strong> lasts{" "}
      <strong className="font-semibold whitespace-nowrap text-ink">{timeLeft(lastsS)}</strong>
      {funds.committedPph > 0 ? ` (${formatCents(funds.committedPph + pphCents)} per hour in all)` : ""}, until{" "}
      <Time epochSeconds={endsTs} zoned />.
    </p>
  );
}
