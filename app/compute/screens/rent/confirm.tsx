import type { FreeRow } from "~/compute/read-free.server";
import type { FundsNow } from "~/money/funds-with-task";
import type { Prices } from "~/compute/gpu-cost";
import type { FormAnswer } from "~/platform/http/form.server";
import { ButtonLink } from "~/platform/ui/button-link";
import { Facts } from "~/platform/ui/facts";
import { Panel } from "~/platform/ui/panel";
import { type Choice, orderPath } from "../reservation/choice";
import { Cost } from "../reservation/cost";
import { FreeElsewhere } from "../reservation/free-elsewhere";
import { FreeHere } from "../reservation/free-here";
import type { Offer } from "../reservation/read-offer.server";
import { Begin } from "./begin";
import type { ChoiceFact } from "./choice-facts.server";
import { EnterFirst } from "./enter-first";
import { WhatEnds } from "./what-ends";

interface ConfirmProps {
  choice: Choice;
  facts: ChoiceFact[];
  offer: Offer;
  idempotencyKey: string;
  /** Null for visitors. */
  funds: FundsNow | null;
  likelyWait: string | null;
  /** Why the last form was refused. */
  answer: FormAnswer | undefined;
  free: FreeRow[];
  prices: Prices;
  ageSeconds: number | null;
}

/** The confirm step: all choices, their cost, and the buttons Start and Enqueue. */
export function Confirm(props: ConfirmProps) {
  const { choice, facts, offer, idempotencyKey, funds, likelyWait, answer, free, prices, ageSeconds } = props;
  const order = orderPath(choice);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1.6fr_1fr]">
      <Panel
        title="Confirm"
        actions={
          <ButtonLink size="small" to={order}>
            Change
          </ButtonLink>
        }
      >
        <Facts facts={facts} />
        <div className="mt-4">
          <WhatEnds choice={choice} />
        </div>
      </Panel>
      <div className="flex flex-col gap-4">
        <Cost choice={choice} prices={prices} />
        <Panel>
          <div className="flex flex-col gap-4">
            <FreeHere choice={choice} free={free} ageSeconds={ageSeconds} />
            <FreeElsewhere {...{ choice, offer, free }} to="/rent?step=confirm&" />
            {funds ? (
              <Begin
                {...{ choice, funds, free, prices, likelyWait, idempotencyKey, answer }}
                hasKeys={offer.keys.length > 0}
              />
            ) : (
              <>
                <p className="border-t pt-4 text-sm">An account is free of charge. You come back to this order.</p>
                <div className="flex flex-row-reverse flex-wrap justify-end gap-3">
                  <EnterFirst order={order} />
                </div>
              </>
            )}
          </div>
        </Panel>
      </div>
    </div>
  );
}
