import { Form } from "@remix-run/react";
import { USAGE_KINDS } from "~/usage/grains";
import type { UsageFilter } from "~/usage/inside/figures/usage-filter";
import { Button } from "~/platform/ui/button";
import { ButtonLink } from "~/platform/ui/button-link";
import { fieldState } from "~/platform/ui/field-state";
import { SelectField } from "~/platform/ui/select-field";
import { TextField } from "~/platform/ui/text-field";
import type { AskedDay } from "./asked-events";

interface EventsFilterProps {
  asked: Omit<AskedDay, "before">;
  filter: UsageFilter;
  problems: Partial<Record<keyof UsageFilter, string>>;
  models: string[];
}

const KINDS = [{ value: "", label: "Any" }, ...USAGE_KINDS.map((kind) => ({ value: kind, label: kind }))];
const STATES = [
  { value: "", label: "Any" },
  { value: "1", label: "Not completed" },
];

/** The filter of events: a GET form. */
export function EventsFilter({ asked, filter, problems, models }: EventsFilterProps) {
  const { day, from, to, kind, failed } = asked;
  return (
    <Form className="flex flex-wrap items-start gap-3 max-sm:grid max-sm:grid-cols-2" preventScrollReset>
      <TextField field={fieldState("day", day)} label="Day, UTC" type="date" />
      <TextField field={fieldState("from", from)} label="From" type="time" />
      <TextField field={fieldState("to", to)} label="To" type="time" />
      <TextField
        field={fieldState("model", filter.model, problems.model)}
        label="Model"
        list="events-models"
        autoComplete="off"
        spellCheck={false}
      />
      <datalist id="events-models">
        {models.map((model) => (
          <option key={model} value={model} />
        ))}
      </datalist>
      <TextField
        field={fieldState("user", filter.user, problems.user)}
        label="User"
        placeholder="Email or tenant"
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        field={fieldState("workspace", filter.workspace, problems.workspace)}
        label="Workspace"
        autoComplete="off"
        spellCheck={false}
      />
      <SelectField field={fieldState("kind", kind ?? "")} label="Kind" choices={KINDS} />
      <SelectField field={fieldState("failed", failed ? "1" : "")} label="Calls" choices={STATES} />
      <span className="flex gap-2 self-end">
        <Button>Filter</Button>
        <ButtonLink look="quiet" to={`/dashboard/usage/events?day=${day}`}>
          Clear
        </ButtonLink>
      </span>
    </Form>
  );
}
