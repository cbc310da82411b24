import type { FreeRow } from "~/domain/capacity/read-free.server";
import type { FundsNow } from "~/domain/billing/funds-with-task";
import type { Prices } from "~/domain/pricing/cost";
import { M } from "~/domain/messages";
import { Banner } from "~/ui/banner";
import { ButtonLink } from "~/ui/button-link";
import { Panel } from "~/ui/panel";
import { type Choice, searchOfChoice } from "../reservation/choice";
import { Cost, pphOf } from "../reservation/cost";
import { FreeHere } from "../reservation/free-here";
import type { Offer } from "../reservation/read-offer.server";
import { ChoiceFacts } from "./choice-facts";
import { FundsNote } from "./funds-note";
import { StartButtons } from "./start-buttons";

interface ConfirmProps {
  choice: Choice;
  offer: Offer;
  loggedIn: boolean;
  idempotencyKey: string;
  /** Null for visitors. */
  funds: FundsNow | null;
  /** Why the last Start Task or Enqueue Task was refused. */
  refused: string | null;
  free: FreeRow[];
  prices: Prices;
  ageSeconds: number | null;
}

/** The confirm step: all choices, their cost, and the two ways to begin. */
export function Confirm(props: ConfirmProps) {
  const { choice, offer, loggedIn, idempotencyKey, funds, refused, free, prices, ageSeconds } = props;
  const search = searchOfChoice(choice);
  const pphCents = pphOf(choice, prices);
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
        <ChoiceFacts choice={choice} offer={offer} loggedIn={loggedIn} />
      </Panel>
      <div className="flex flex-col gap-4">
        <Cost choice={choice} prices={prices} />
        <Panel>
          <div className="flex flex-col gap-4">
            <FreeHere choice={choice} free={free} ageSeconds={ageSeconds} />
            {funds && pphCents !== null ? <FundsNote funds={funds} pphCents={pphCents} /> : null}
            {refused ? (
              <div role="alert">
                <Banner tone="danger">{refused}</Banner>
              </div>
            ) : null}
            {loggedIn ? (
              <StartButtons
                choice={choice}
                free={free}
                idempotencyKey={idempotencyKey}
                capacityGone={refused === M.M26({ cluster_name: choice.row.split(":")[0] ?? "" })}
              />
            ) : (
              <ButtonLink
                look="primary"
                to={`/login?${new URLSearchParams({ redirectTo: `/rent?new=1&${search}` })}`}
              >
                Log in to start
              </ButtonLink>
            )}
          </div>
        </Panel>
      </div>
    </div>
  );
}
