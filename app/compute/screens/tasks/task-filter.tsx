import { STATE_GROUPS } from "~/compute/inside/tasks/task-search";
import { ButtonLink } from "~/platform/ui/button-link";
import { classes } from "~/platform/ui/classes";
import { fieldState } from "~/platform/ui/field-state";
import { SearchForm } from "~/platform/ui/search-form";
import { SelectField } from "~/platform/ui/select-field";
import { TextLink } from "~/platform/ui/text-link";
import type { AskedTasks } from "./asked-tasks";

const STATES = [
  { value: "", label: "Any state" },
  ...Object.entries(STATE_GROUPS).map(([value, label]) => ({ value, label })),
];

/** Finds tasks by name, tag, id and state. Without script it is a separate page, on which several can also be ended. */
export function TaskFilter({ asked: { text, tag, state, find } }: { asked: AskedTasks }) {
  return (
    <>
      <div className={classes("flex flex-col gap-2", !find && "noscript:hidden")}>
        <SearchForm
          name="q"
          value={text}
          label="Search tasks"
          placeholder="Name, tag or task ID"
          button="Search"
          replaces={["state", "page"]}
        >
          <SelectField field={fieldState("state", state)} label="State" quiet choices={STATES} />
        </SearchForm>
        {tag === "" ? null : (
          <p className="text-sm text-muted">
            Tasks with the tag <strong className="font-medium text-ink">{tag}</strong>.{" "}
            <TextLink to="/tasks">Show all</TextLink>
          </p>
        )}
      </div>
      <p className="hidden noscript:block">
        {find ? <ButtonLink to="/tasks">Back to the live list</ButtonLink> : null}
        {find ? null : <ButtonLink to="/tasks?find=1">Search tasks, or kill several</ButtonLink>}
      </p>
    </>
  );
}
