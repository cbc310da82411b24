import { Form } from "@remix-run/react";
import { KIND_LABELS, type MovementFilter } from "~/money/inside/billing/movement-filter";
import { TRANSACTION_KINDS } from "~/money/transaction-kinds";
import type { AskedRange } from "~/platform/day-range";
import { Button } from "~/platform/ui/button";
import { ButtonLink } from "~/platform/ui/button-link";
import { fieldState } from "~/platform/ui/field-state";
import { SelectField } from "~/platform/ui/select-field";
import { TextField } from "~/platform/ui/text-field";

const KINDS = [
  { value: "", label: "All" },
  ...TRANSACTION_KINDS.map((kind) => ({ value: kind, label: KIND_LABELS[kind] })),
];

/** Kind, task and days; the URL holds all of them. */
export function FilterForm({ filter, asked }: { filter: MovementFilter; asked: AskedRange }) {
  const { typed, problem, days } = asked;
  const start = typed.start_date || (days?.start ?? "");
  const end = typed.end_date || (days?.end ?? "");
  const filtered = filter.kind !== null || filter.task !== null || days !== null || problem !== null;
  return (
    <Form
      preventScrollReset
      className="grid items-end gap-3 max-sm:grid-cols-2 sm:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]"
    >
      <SelectField field={fieldState("kind", filter.kind ?? "")} label="Kind" choices={KINDS} />
      <TextField field={fieldState("task", filter.task ?? "")} label="Task" placeholder="Part of its name" />
      <TextField field={fieldState("start_date", start, problem ?? undefined)} label="Start date" type="date" />
      <TextField field={fieldState("end_date", end)} label="End date" type="date" />
      <div className="flex gap-2 max-sm:col-span-2">
        <Button>Show</Button>
        {filtered ? (
          <ButtonLink look="quiet" to="/billing/movements" preventScrollReset>
            Clear Filters
          </ButtonLink>
        ) : null}
      </div>
    </Form>
  );
}
