import { fieldState } from "~/ui/field-state";
import { SearchForm } from "~/ui/search-form";
import { SelectField } from "~/ui/select-field";
import { type AskedTasks, STATE_GROUPS } from "./asked-tasks";

const STATES = [
  { value: "", label: "Any" },
  ...Object.entries(STATE_GROUPS).map(([value, label]) => ({ value, label })),
];

/** Finds tasks by a part of their names and by state. */
export function TaskFilter({ asked: { text, state } }: { asked: AskedTasks }) {
  return (
    <SearchForm
      name="q"
      value={text}
      label="Search tasks"
      placeholder="Name of a task"
      button="Search"
      replaces={["state"]}
    >
      <SelectField field={fieldState("state", state)} label="State" choices={STATES} />
    </SearchForm>
  );
}
