import { Form } from "@remix-run/react";
import type { FreeRow } from "~/domain/capacity/read-free.server";
import type { Prices } from "~/domain/pricing/cost";
import { Button } from "~/ui/button";
import { ButtonLink } from "~/ui/button-link";
import { Panel } from "~/ui/panel";
import type { Choice } from "../reservation/choice";
import { GpuTypeLine } from "../gpu-types";
import { Cost } from "../reservation/cost";
import { FitsMatrix } from "../reservation/fits-matrix";
import { FreeHere } from "../reservation/free-here";
import { typeOf } from "../reservation/readiness";
import { deleteDraft } from "../reservation/draft";
import type { Offer } from "../reservation/read-offer.server";
import { ReservationFields } from "../reservation/reservation-fields";
import { useChoice } from "../reservation/use-choice";

interface NewReservationProps {
  loaded: Choice;
  offer: Offer;
  loggedIn: boolean;
  errors: Partial<Record<keyof Choice, string>>;
  free: FreeRow[];
  prices: Prices;
  ageSeconds: number | null;
}

/** The form 'New Reservation'; 'Proceed' leads to the confirm step. */
export function NewReservation({ loaded, offer, loggedIn, errors, free, prices, ageSeconds }: NewReservationProps) {
  const [choice, onChange] = useChoice(loaded);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1.6fr_1fr]">
      <Panel title="New Reservation">
        <Form method="get" action="/rent" onChange={onChange} className="flex flex-col gap-5">
          <input type="hidden" name="step" value="confirm" />
          <ReservationFields choice={loaded} offer={offer} loggedIn={loggedIn} errors={errors} />
          <div className="flex gap-3">
            <Button look="primary">Proceed</Button>
            <ButtonLink look="quiet" to="/rent" onClick={deleteDraft}>
              Cancel
            </ButtonLink>
          </div>
        </Form>
      </Panel>
      <div className="flex flex-col gap-4">
        <Cost choice={choice} prices={prices} />
        <GpuTypeLine type={typeOf(choice, offer)} />
        <FreeHere choice={choice} free={free} ageSeconds={ageSeconds} />
        <FitsMatrix choice={choice} free={free} ageSeconds={null} to="/rent?new=1&" />
      </div>
    </div>
  );
}
