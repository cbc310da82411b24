import { Form, useLocation, useSearchParams } from "@remix-run/react";
import { type AskedRange, RANGES, type RangeName } from "~/domain/day-range";
import { Button } from "./button";
import { ButtonLink } from "./button-link";
import { ChoiceLinks } from "./choice-links";
import { fieldState } from "./field-state";
import { TextField } from "./text-field";

export const RANGE_LABELS: Record<RangeName, string> = {
  today: "Today",
  "7": "7 days",
  "30": "30 days",
  "90": "90 days",
  month: "This month",
};
/** What stands in the address of a range. */
export const OF_RANGE = ["range", "start_date", "end_date"];

/** The days that a screen shows, in its address: ranges by name, or a start and an end, of which one may be left out. */
export function RangeFilter({ asked }: { asked: AskedRange }) {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const others = new URLSearchParams(search);
  [...OF_RANGE, "page"].forEach((name) => others.delete(name));
  const withRange = (range: string) => `${pathname}?${new URLSearchParams([...others, ["range", range]]).toString()}`;
  const { typed, name, problem } = asked;
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <ChoiceLinks
        label="Range"
        choices={RANGES.map((range) => ({
          label: RANGE_LABELS[range],
          to: withRange(range),
          current: name === range,
        }))}
      />
      <Form className="flex flex-wrap items-end gap-3" preventScrollReset key={`${typed.start_date} ${typed.end_date}`}>
        {[...others].map(([other, value]) => (
          <input key={`${other} ${value}`} type="hidden" name={other} value={value} />
        ))}
        <TextField
          field={fieldState("start_date", typed.start_date, problem ?? undefined)}
          label="Start date"
          type="date"
        />
        <TextField field={fieldState("end_date", typed.end_date)} label="End date" type="date" />
        <Button>Show</Button>
        <ButtonLink look="quiet" to={others.size > 0 ? `${pathname}?${others.toString()}` : pathname}>
          Clear Filters
        </ButtonLink>
      </Form>
    </div>
  );
}
