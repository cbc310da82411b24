import type { FundsNow } from "~/money/funds-with-task";
import type { FormAnswer } from "~/platform/http/form.server";
import { ButtonLink } from "~/platform/ui/button-link";
import { Facts } from "~/platform/ui/facts";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { type Choice, orderPath, searchOfChoice } from "../reservation/choice";
import { Cost } from "../reservation/cost";
import { FreeElsewhere } from "../reservation/free-elsewhere";
import type { Wait } from "../reservation/next-step";
import type { Shown } from "../reservation/use-shown";
import { WhatEnds } from "../reservation/what-ends";
import { Begin } from "./begin";
import type { ChoiceFact } from "./choice-facts.server";

interface ConfirmProps extends Shown {
  choice: Choice;
  facts: ChoiceFact[];
  idempotencyKey: string;
  /** Null for visitors. */
  funds: FundsNow | null;
  wait: Wait | null;
  /** Why the last form was refused. */
  answer: FormAnswer | undefined;
}

/** The confirm step: all choices, their cost, and the buttons Start and Enqueue. */
export default function Confirm({
  choice,
  facts,
  offer,
  idempotencyKey,
  funds,
  wait,
  answer,
  free,
  prices,
}: ConfirmProps) {
  const [{ id: formId }] = useAnsweredForm(answer?.intent ?? "", answer);
  const hidden = { ...choice, idempotency_key: idempotencyKey, step: "confirm" };
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1.6fr_1fr]">
      <Panel
        title="Confirm"
        actions={
          <ButtonLink size="small" to={orderPath(choice)}>
            Change
          </ButtonLink>
        }
      >
        <Facts facts={facts} />
        <div className="mt-4 border-t pt-4">
          <WhatEnds choice={choice} />
        </div>
      </Panel>
      <div className="flex flex-col gap-4">
        <Cost choice={choice} prices={prices} />
        <Panel>
          <PostForm id={formId} action={`/rent?step=confirm&${searchOfChoice(choice)}`} className="flex flex-col gap-4">
            {Object.entries(hidden).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <FreeElsewhere {...{ choice, offer, free }} to="/rent?step=confirm&" />
            {funds ? (
              <Begin {...{ choice, funds, free, prices, wait, answer }} hasKeys={offer.keys.length > 0} />
            ) : (
              <>
                <p className="text-sm">An account is free of charge. You come back to this order.</p>
                <div className="flex flex-wrap gap-3">
                  <SubmitButton name="intent" value="register" intent="register">
                    Register to start
                  </SubmitButton>
                  <SubmitButton name="intent" value="login" intent="login" look="secondary">
                    Log in
                  </SubmitButton>
                </div>
              </>
            )}
          </PostForm>
        </Panel>
      </div>
    </div>
  );
}
