import type { FundsNow } from "~/domain/billing/funds-with-task";
import type { FormAnswer } from "~/http/form.server";
import { Banner } from "~/ui/banner";
import { Panel } from "~/ui/panel";
import { KeyForm, SAVE_KEY } from "../../customer/key-form";
import { type Choice, searchOfChoice } from "../reservation/choice";
import type { ChoiceErrors } from "../reservation/choice-errors";
import { Machine, type MachineProps } from "../reservation/machine";
import { BeginHere } from "./begin-here";
import { ENQUEUE } from "./enqueue-popup";
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
  const hasKeys = machine.offer.keys.length > 0;
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
            <Panel title="The key that opens the task" id="first-key">
              {/* What is chosen comes back with the key. */}
              <KeyForm intent={SAVE_KEY} action={hereWith(choice)} answer={answer} rows={3} submit="Save key" />
            </Panel>
          )}
          {answer && ![ENQUEUE, SAVE_KEY].includes(answer.intent) && Object.keys(machine.errors).length === 0 ? (
            <div role="alert">
              <Banner tone="danger">{answer.message}</Banner>
            </div>
          ) : null}
        </>
      )}
      begin={(choice: Choice) => (
        <BeginHere
          choice={choice}
          here={hereWith(choice)}
          hasKeys={hasKeys}
          free={machine.free}
          prices={machine.prices}
          {...{ funds, idempotencyKey, answer }}
        />
      )}
    />
  );
}

/** This page with what is chosen by now, so that a refused form comes back as it was. */
function hereWith(choice: Choice): string {
  return `/rent?new=1&${searchOfChoice(choice)}`;
}
