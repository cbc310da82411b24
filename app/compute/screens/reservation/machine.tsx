import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import type { FundsNow } from "~/money/funds-with-task";
import type { FreeRow } from "~/compute/read-free.server";
import type { Prices } from "~/compute/gpu-cost";
import { Button } from "~/platform/ui/button";
import { ButtonLink } from "~/platform/ui/button-link";
import { Panel } from "~/platform/ui/panel";
import { GpuCards } from "~/compute/views/gpu-cards";
import { type Choice, searchOfChoice, withRow } from "./choice";
import type { ChoiceErrors } from "./choice-errors";
import { CostBar } from "./cost-bar";
import { deleteDraft, saveDraft } from "./draft";
import { FitsMatrix } from "./fits-matrix";
import { FreeElsewhere } from "./free-elsewhere";
import { FreeHere } from "./free-here";
import type { Offer } from "./read-offer.server";
import { ReservationFields } from "./reservation-fields";
import { useChoice } from "./use-choice";

export interface MachineProps {
  title: string;
  /** The choice of the address; the form's own fields decide from then on. */
  loaded: Choice;
  offer: Offer;
  loggedIn: boolean;
  errors?: ChoiceErrors;
  free: FreeRow[];
  prices: Prices;
  /** Null for visitors, and where nothing is begun. */
  funds?: FundsNow | null;
  ageSeconds: number | null;
  /** Address of this page, up to the query of a choice, for links that fill the form. */
  to: string;
  cancelTo?: string;
  /** Content next to the form, placed last. */
  aside?: ReactNode;
  /** Content below the form. */
  more?: (choice: Choice) => ReactNode;
  /** Buttons that start the task here, once the script runs; without it 'Proceed' leads to the confirm step. */
  begin?: (choice: Choice) => ReactNode;
}

const FORM = "reservation";

/** GPU, size, image, key, name and end on one page, with a bar that stays in sight: what it costs and how it begins. */
export function Machine({
  title,
  loaded,
  offer,
  loggedIn,
  errors,
  free,
  prices,
  ageSeconds,
  to,
  ...rest
}: MachineProps) {
  const { cancelTo, aside, more, begin, funds = null } = rest;
  const [choice, onChange] = useChoice({ loaded, free, to });
  return (
    <>
      <section aria-labelledby="gpu-cards">
        <h2 id="gpu-cards" className="mb-3 font-semibold">
          GPU
        </h2>
        <GpuCards
          compact
          types={offer.types}
          prices={prices}
          free={free}
          chosen={choice.row}
          to={(row) => `${to}${searchOfChoice(withRow(choice, row))}`}
          onChoose={(row) => saveDraft(withRow(choice, row))}
        />
      </section>
      <div className="grid items-start gap-6 lg:grid-cols-[1.6fr_1fr]">
        <div className="flex min-w-0 flex-col gap-6">
          <Panel title={title}>
            <Form method="get" action="/rent" id={FORM} onChange={onChange}>
              <ReservationFields loaded={loaded} choice={choice} offer={offer} loggedIn={loggedIn} errors={errors} />
            </Form>
          </Panel>
          {more?.(choice)}
        </div>
        <div className="flex flex-col gap-4">
          <FitsMatrix choice={choice} free={free} ageSeconds={ageSeconds} to={to} />
          <FreeHere choice={choice} free={free} ageSeconds={null} />
          {aside}
        </div>
      </div>
      <CostBar choice={choice} prices={prices} funds={funds}>
        <FreeElsewhere {...{ choice, offer, free, to }} />
        {cancelTo ? (
          <ButtonLink look="quiet" to={cancelTo} onClick={deleteDraft} className="max-sm:hidden">
            Cancel
          </ButtonLink>
        ) : null}
        <noscript>
          <Button form={FORM} formAction={to.split("?")[0]} name="new" value="1">
            Update cost
          </Button>
        </noscript>
        <Button form={FORM} name="step" value="confirm" look={begin ? "secondary" : "primary"}>
          Proceed
        </Button>
        {begin?.(choice)}
      </CostBar>
    </>
  );
}
