import { Form, useLocation, useSearchParams } from "@remix-run/react";
import { PROMO_STATES, type PromoState } from "~/payments/inside/marketing/promo-state";
import { Button } from "~/platform/ui/button";
import { ChoiceLinks } from "~/platform/ui/choice-links";
import { fieldState } from "~/platform/ui/field-state";
import { TextField } from "~/platform/ui/text-field";

/** The filter of codes in the URL: part of a name or code, and the state. */
export function PromoFilter({ q, state }: { q: string; state: PromoState | null }) {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const kept = [...search].filter(([name]) => name !== "q" && name !== "promos");
  const withState = (wanted: PromoState | null) => {
    const next = new URLSearchParams(search);
    ["state", "promos"].forEach((name) => next.delete(name));
    if (wanted) next.set("state", wanted);
    return `${pathname}?${next.toString()}`;
  };
  return (
    <div className="flex flex-wrap items-end gap-3 border-b px-4 py-4 sm:px-5">
      <Form preventScrollReset className="flex flex-wrap items-end gap-3">
        {kept.map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        <TextField field={fieldState("q", q)} label="Filter codes" maxLength={100} autoComplete="off" type="search" />
        <Button>Filter</Button>
      </Form>
      <ChoiceLinks
        label="State"
        choices={[
          { label: "All", to: withState(null), current: state === null },
          ...PROMO_STATES.map((one) => ({ label: one, to: withState(one), current: state === one })),
        ]}
      />
    </div>
  );
}
