import type { FreeRow } from "~/domain/capacity/read-free.server";
import type { FundsNow } from "~/domain/billing/funds-with-task";
import type { Prices } from "~/domain/pricing/cost";
import type { FormAnswer } from "~/http/form.server";
import { ButtonLink } from "~/ui/button-link";
import { Panel } from "~/ui/panel";
import { type Choice, searchOfChoice } from "../reservation/choice";
import { GpuTypeLine } from "../gpu-type-line";
import { Cost, pphOf } from "../reservation/cost";
import { FreeHere } from "../reservation/free-here";
import { typeOf } from "../reservation/readiness";
import type { Offer } from "../reservation/read-offer.server";
import { Begin } from "./begin";
import { ChoiceFacts } from "./choice-facts";
import { WhatEnds } from "./what-ends";

interface ConfirmProps {
  choice: Choice;
  offer: Offer;
  idempotencyKey: string;
  /** Null for visitors. */
  funds: FundsNow | null;
  /** Why the last form was refused. */
  answer: FormAnswer | undefined;
  free: FreeRow[];
  prices: Prices;
  ageSeconds: number | null;
}

/** The confirm step: all choices, their cost, and the two ways to begin. */
export function Confirm(props: ConfirmProps) {
  const { choice, offer, idempotencyKey, funds, answer, free, prices, ageSeconds } = props;
  const search = searchOfChoice(choice);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1.6fr_1fr]">
      <Panel
        title="Confirm"
        actions={
          <ButtonLink size="small" to={`/rent?new=1&${search}`}>
            Change
          </ButtonLink>
        }
      >
        <ChoiceFacts choice={choice} offer={offer} loggedIn={funds !== null} />
        <div className="mt-5">
          <WhatEnds />
        </div>
      </Panel>
      <div className="flex flex-col gap-4">
        <Cost choice={choice} prices={prices} />
        <GpuTypeLine type={typeOf(choice, offer)} />
        <Panel>
          <div className="flex flex-col gap-4">
            <FreeHere choice={choice} free={free} ageSeconds={ageSeconds} />
            {funds ? (
              <Begin
                choice={choice}
                funds={funds}
                free={free}
                idempotencyKey={idempotencyKey}
                answer={answer}
                hasKeys={offer.keys.length > 0}
                pphCents={pphOf(choice, prices)}
              />
            ) : (
              <ButtonLink look="primary" to={`/login?${new URLSearchParams({ redirectTo: `/rent?new=1&${search}` })}`}>
                Log in to start
              </ButtonLink>
            )}
          </div>
        </Panel>
      </div>
    </div>
  );
}
