import { Form } from "@remix-run/react";
import { useState } from "react";
import { PlaceLink } from "~/compute/views/gpu-cards";
import { Button } from "~/platform/ui/button";
import { type Choice, orderPath, withRow } from "../reservation/choice";
import { type Filter, filterFrom } from "../reservation/gpu-filter";
import { GpuPicker } from "../reservation/gpu-picker";
import type { Shown } from "../reservation/use-shown";

interface ClosedProps extends Shown {
  filter: Filter;
  /** Choice that a place begins with. */
  choice: Choice;
}

/** The screen before 'New Task': what can be rented. A place opens the form. */
export function Closed({ offer, free, prices, choice, filter: loaded }: ClosedProps) {
  const [filter, setFilter] = useState(loaded);
  return (
    <Form method="get" onChange={({ currentTarget }) => setFilter(filterFrom(new FormData(currentTarget)))}>
      <GpuPicker
        {...{ filter, prices, free }}
        types={offer.types}
        place={(row) => <PlaceLink row={row} to={orderPath(withRow(choice, row))} />}
      />
      <noscript>
        <Button className="mt-4">Show</Button>
      </noscript>
    </Form>
  );
}
