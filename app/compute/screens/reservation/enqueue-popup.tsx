import { useLocation } from "@remix-run/react";
import type { FormAnswer } from "~/platform/http/form.server";
import { isNoFreeGpus } from "~/platform/shown-messages";
import type { ButtonLook } from "~/platform/ui/button";
import { ButtonLink } from "~/platform/ui/button-link";
import { CheckField } from "~/platform/ui/check-field";
import { formatCents } from "~/platform/ui/format";
import { Popup } from "~/platform/ui/popup";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { type Choice, orderText } from "./choice";

export const ENQUEUE = "enqueue";

interface EnqueuePopupProps {
  button: string;
  choice: Choice;
  /** Cents per hour of the task; null while its GPU type has no price. */
  pphCents: number | null;
  /** Waits of comparable tasks in a sentence; null while they are unknown. */
  wait: string | null;
  answer: FormAnswer | undefined;
  look: ButtonLook;
}

/** The queue's terms, to be agreed to before the task joins it (9.1). It is part of the order's form. */
export function EnqueuePopup({ button, choice, pphCents, wait, answer, look }: EnqueuePopupProps) {
  const { pathname, search } = useLocation();
  const [, fields] = useAnsweredForm<{ agree: string }>(ENQUEUE, answer);
  // Another refused field is shown at its place, behind the popup.
  const isOfPopup = Object.keys(answer?.lastResult.error ?? {}).every((name) => name === "" || name === "agree");
  const refused = answer?.intent === ENQUEUE && isOfPopup ? answer : undefined;
  return (
    <Popup button={button} title="Enqueue this task" look={look} stayOpen={refused !== undefined}>
      {(close) => (
        <div className="flex flex-col gap-4">
          <Refused answer={refused} />
          <div className="flex items-start justify-between gap-4 rounded-control bg-sunken px-4 py-3 text-sm">
            <div className="min-w-0">
              <p className="font-medium [overflow-wrap:anywhere]">{choice.task_name}</p>
              <p className="text-muted">{orderText(choice)}</p>
            </div>
            {pphCents === null ? null : (
              <p className="flex-none text-right">
                <span className="block text-base font-semibold tabular-nums">{formatCents(pphCents)}</span>
                <span className="block text-muted">per hour</span>
              </p>
            )}
          </div>
          <ul className="flex list-disc flex-col gap-1 pl-4 text-sm marker:text-muted">
            <li>Waiting costs nothing, and you can leave the queue at any time.</li>
            {wait === null ? null : <li>{wait}</li>}
            <li>The Tasks screen shows its position and what it waits for.</li>
            <li>You pay from the moment it runs, at the price then or now, whichever is lower.</li>
          </ul>
          <CheckField
            field={fields.agree}
            label="I agree that my task starts by itself when GPUs are free and is charged from then on."
          />
          <div className="flex flex-wrap justify-end gap-2">
            {/* Reloads the page if no script closes the popup. */}
            <ButtonLink
              to={pathname + search}
              onClick={(event) => {
                event.preventDefault();
                close();
              }}
            >
              Cancel
            </ButtonLink>
            <SubmitButton name="intent" value={ENQUEUE} intent={ENQUEUE}>
              Enqueue
            </SubmitButton>
          </div>
        </div>
      )}
    </Popup>
  );
}

/** Checks whether other customers took the GPUs first, or the enqueue form has just been answered: the queue is then offered regardless of capacity. */
export function isQueueAsked(answer: FormAnswer | undefined): boolean {
  return answer?.intent === ENQUEUE || isNoFreeGpus(answer?.message ?? "");
}
