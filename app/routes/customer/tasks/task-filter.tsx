import { ButtonLink } from "~/ui/button-link";
import { classes } from "~/ui/classes";
import { fieldState } from "~/ui/field-state";
import { SearchForm } from "~/ui/search-form";
import { SelectField } from "~/ui/select-field";
import { type AskedTasks, STATE_GROUPS } from "./asked-tasks";

const STATES = [
  { value: "", label: "Any" },
  ...Object.entries(STATE_GROUPS).map(([value, label]) => ({ value, label })),
];

/** Finds tasks by a part of their names and by state. Without script it is a page of its own. */
export function TaskFilter({ asked: { text, state, find } }: { asked: AskedTasks }) {
  return (
    <>
      <div className={classes(!find && "noscript:hidden")}>
        <Search text={text} state={state} />
      </div>
      <p className="hidden noscript:block">
        {find ? <ButtonLink to="/tasks">Back to the list that refreshes</ButtonLink> : null}
        {find ? null : <ButtonLink to="/tasks?find=1">Search tasks</ButtonLink>}
      </p>
    </>
  );
}

function Search({ text, state }: Pick<AskedTasks, "text" | "state">) {
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
