import { Form, useLocation, useSearchParams } from "@remix-run/react";
import { RANGES } from "~/platform/day-range";
import { Button } from "~/platform/ui/button";
import { ButtonLink } from "~/platform/ui/button-link";
import { ChoiceLinks } from "~/platform/ui/choice-links";
import { fieldState } from "~/platform/ui/field-state";
import { RANGE_LABELS } from "~/platform/ui/range-filter";
import { SelectField } from "~/platform/ui/select-field";
import { TextField } from "~/platform/ui/text-field";
import type { AskedAudit } from "./asked-audit.server";

const OF_DAYS = ["range", "from", "to", "start_date", "end_date", "after"];

/** The filters as one GET form (A21), so that each submission keeps all of them; named ranges are links. */
export function AuditFilterForm({ asked, actions }: { asked: AskedAudit; actions: string[] }) {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const others = new URLSearchParams(search);
  OF_DAYS.forEach((name) => others.delete(name));
  const { who, action, target, range } = asked;
  return (
    <div className="flex flex-col gap-4">
      <ChoiceLinks
        label="Range"
        choices={RANGES.map((name) => ({
          label: RANGE_LABELS[name],
          to: `${pathname}?${new URLSearchParams([...others, ["range", name]]).toString()}`,
          current: range.name === name,
        }))}
      />
      <Form
        role="search"
        className="grid grid-cols-2 items-start gap-3 max-sm:[&>.field:not(:has([type=date]))]:col-span-2 lg:grid-cols-[2fr_1.6fr_2fr_9.5rem_9.5rem_auto]"
      >
        {range.name ? <input type="hidden" name="range" value={range.name} /> : null}
        <TextField field={fieldState("who", who)} label="Who" maxLength={254} placeholder="Email or name" />
        <SelectField
          field={fieldState("action", action)}
          label="Action"
          choices={[{ value: "", label: "Any" }, ...actions.map((name) => ({ value: name, label: name }))]}
        />
        <TextField
          field={fieldState("target", target)}
          label="Target"
          maxLength={254}
          placeholder="user:42 or an email"
        />
        <TextField
          field={fieldState("from", range.typed.start_date, range.problem ?? undefined)}
          label="From"
          type="date"
        />
        <TextField field={fieldState("to", range.typed.end_date)} label="To" type="date" />
        <div className="flex gap-2 self-end lg:self-start lg:pt-[1.625rem]">
          <Button>Show</Button>
          <ButtonLink look="quiet" to={pathname}>
            Clear
          </ButtonLink>
        </div>
      </Form>
    </div>
  );
}
