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
export default function Closed({ offer, free, prices, choice, filter: loaded }: ClosedProps) {
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
      <dl className="mt-10 grid gap-x-8 gap-y-5 border-t pt-6 text-sm sm:grid-cols-2 lg:grid-cols-4">
        {ABOUT.map(([name, text]) => (
          <div key={name}>
            <dt className="font-semibold">{name}</dt>
            <dd className="mt-1 text-pretty text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </Form>
  );
}

/** Answers what readers ask before they choose. */
const ABOUT = [
  ["Charged by the second", "From the moment you can log in until the task ends. Your balance is prepaid."],
  ["Your own machine", "Root by ssh, in VS Code or in a terminal in the browser, on the image or template you choose."],
  ["Files that stay", "A task's disk is erased when it ends. What you keep on a volume is there for the next task."],
  ["Nothing free?", "Join the queue. Waiting costs nothing, and your task starts by itself when GPUs are free."],
] as const;
