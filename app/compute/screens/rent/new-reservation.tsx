import type { FundsNow } from "~/money/funds-with-task";
import type { FormAnswer } from "~/platform/http/form.server";
import { Banner } from "~/platform/ui/banner";
import { Panel } from "~/platform/ui/panel";
import { type Choice, orderPath } from "../reservation/choice";
import type { ChoiceErrors } from "../reservation/choice-errors";
import { Machine, type MachineProps } from "../reservation/machine";
import { BeginHere } from "./begin-here";
import { ENQUEUE } from "./enqueue-popup";
import { FirstKey, isKeyAnswer, OtherKey } from "./first-key";
import { standingOf } from "./standing";
import { WhatEnds } from "./what-ends";

interface NewReservationProps extends Pick<MachineProps, "loaded" | "offer" | "free" | "prices" | "ageSeconds"> {
  loggedIn: boolean;
  errors: ChoiceErrors;
  /** Null for visitors. */
  funds: FundsNow | null;
  idempotencyKey: string;
  /** Why the last form was refused. */
  answer: FormAnswer | undefined;
}

/** The form 'New Reservation': one page from the GPU to its start; 'Proceed' leads to the confirm step. */
export function NewReservation({ funds, idempotencyKey, answer, ...machine }: NewReservationProps) {
  const { free, prices } = machine;
  const hasKeys = machine.offer.keys.length > 0;
  const saidElsewhere = Object.keys(machine.errors).length > 0;
  const refused = answer && !saidElsewhere && answer.intent !== ENQUEUE && !isKeyAnswer(answer, hasKeys);
  return (
    <Machine
      {...machine}
      funds={funds}
      title="New Reservation"
      to="/rent?new=1&"
      cancelTo="/rent"
      aside={<WhatEnds />}
      more={(choice: Choice) => (
        <>
          {funds === null || hasKeys ? null : (
            <Panel title="Your SSH key" id="first-key">
              {/* The choice returns with the key. */}
              <FirstKey
                {...{ choice, idempotencyKey, answer }}
                action={orderPath(choice)}
                besides={standingOf({ choice, hasKeys, funds, free, prices }).missingAfterKey}
              />
            </Panel>
          )}
          {hasKeys ? <OtherKey choice={choice} answer={answer} /> : null}
          {refused ? (
            <div role="alert">
              <Banner tone="danger">{answer.message}</Banner>
            </div>
          ) : null}
        </>
      )}
      begin={(choice: Choice) => <BeginHere {...{ choice, hasKeys, free, prices, funds, idempotencyKey, answer }} />}
    />
  );
}
