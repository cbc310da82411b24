import { Form, useLocation, useSearchParams } from "@remix-run/react";
import { type FormEvent, type MouseEvent, useEffect, useRef } from "react";
import { type AskedRange, FIRST_DAY, type RangeName } from "~/platform/day-range";
import { Button } from "./button";
import { ButtonLink } from "./button-link";
import { ChoiceLinks } from "./choice-links";
import { fieldState } from "./field-state";
import { TextField } from "./text-field";

type Typed = AskedRange["typed"];

export const RANGE_LABELS: Record<RangeName, string> = {
  today: "Today",
  "7": "7 days",
  "30": "30 days",
  "90": "90 days",
  month: "This month",
  "last-month": "Last month",
  "12-months": "12 months",
};
const USUAL: readonly RangeName[] = ["today", "7", "30", "90", "month"];
/** The query parameters of a range. */
export const OF_RANGE = ["range", "start_date", "end_date"];
const FIELDS = ["start_date", "end_date"] as const;

interface RangeFilterProps {
  asked: AskedRange;
  /** Prefix of the names in the address, if a part of the screen has its own days (`askedRange`). */
  part?: string;
  /** The named ranges that are offered. */
  ranges?: readonly RangeName[];
  /** Called by the script when a date changes or both are cleared; the form is sent where this is omitted. */
  onAsk?: (typed: Typed) => void;
}

/** The days that a screen shows, in its address: ranges by name, or a start and an end, of which one may be omitted. */
export function RangeFilter({ asked, part = "", ranges = USUAL, onAsk }: RangeFilterProps) {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const form = useRef<HTMLFormElement>(null);
  const others = new URLSearchParams(search);
  OF_RANGE.forEach((name) => others.delete(part + name));
  if (part === "") others.delete("page");
  const withRange = (range: string) =>
    `${pathname}?${new URLSearchParams([...others, [`${part}range`, range]]).toString()}`;
  const { typed, name, problem } = asked;
  useShown(form, part, typed);
  const change = (event: FormEvent<HTMLFormElement>) => {
    const now = typedIn(event.currentTarget, part);
    // A year is typed digit by digit, and 0002 is also a year.
    if (FIELDS.every((field) => now[field] === "" || now[field] >= FIRST_DAY)) onAsk?.(now);
  };
  const clear = (event: MouseEvent) => {
    if (!onAsk || !form.current) return;
    event.preventDefault();
    show(form.current, part, { start_date: "", end_date: "" });
    onAsk({ start_date: "", end_date: "" });
  };
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <ChoiceLinks
        label="Range"
        choices={ranges.map((range) => ({
          label: RANGE_LABELS[range],
          to: withRange(range),
          current: name === range,
        }))}
      />
      <Form
        ref={form}
        className="flex flex-wrap items-end gap-3 max-sm:grid max-sm:w-full max-sm:grid-cols-2"
        preventScrollReset
        onChange={onAsk ? change : undefined}
      >
        {[...others].map(([other, value]) => (
          <input key={`${other} ${value}`} type="hidden" name={other} value={value} />
        ))}
        <TextField
          field={{ ...fieldState(`${part}start_date`, typed.start_date, problem ?? undefined), key: "start_date" }}
          label="Start date"
          type="date"
        />
        <TextField
          field={{ ...fieldState(`${part}end_date`, typed.end_date), key: "end_date" }}
          label="End date"
          type="date"
        />
        <Button>Show</Button>
        <ButtonLink
          look="quiet"
          to={others.size > 0 ? `${pathname}?${others.toString()}` : pathname}
          onClick={onAsk ? clear : undefined}
        >
          Clear Filters
        </ButtonLink>
      </Form>
    </div>
  );
}

/** Puts new dates of the address into the existing fields: new fields would lose the focus. */
function useShown(form: React.RefObject<HTMLFormElement>, part: string, { start_date, end_date }: Typed): void {
  useEffect(() => {
    if (form.current) show(form.current, part, { start_date, end_date });
  }, [form, part, start_date, end_date]);
}

function show(form: HTMLFormElement, part: string, typed: Typed): void {
  for (const name of FIELDS) {
    const field = fieldOf(form, part + name);
    // A half-typed date has no value and would be lost.
    if (field && field.value !== typed[name]) field.value = typed[name];
  }
}

function typedIn(form: HTMLFormElement, part: string): Typed {
  const typed = (name: keyof Typed) => fieldOf(form, part + name)?.value ?? "";
  return { start_date: typed("start_date"), end_date: typed("end_date") };
}

function fieldOf(form: HTMLFormElement, name: string): HTMLInputElement | null {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement ? field : null;
}
