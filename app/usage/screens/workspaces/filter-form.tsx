import { Form, useSubmit } from "@remix-run/react";
import type { WorkspaceSort } from "~/usage/read-workspaces.server";
import { Button } from "~/platform/ui/button";
import { ButtonLink } from "~/platform/ui/button-link";
import { fieldState } from "~/platform/ui/field-state";
import { SelectField } from "~/platform/ui/select-field";
import { TextField } from "~/platform/ui/text-field";

const SORTS: { value: WorkspaceSort; label: string }[] = [
  { value: "name", label: "Name" },
  { value: "owner", label: "Owner" },
  { value: "newest", label: "Newest first" },
  { value: "activity", label: "Last activity" },
  { value: "users", label: "Most users" },
  { value: "coins", label: "Most coins" },
];

/** Filter and order of the workspaces: a GET form, which the script sends when the order changes. */
export function FilterForm({ filter }: { filter: { q: string; sort: WorkspaceSort } }) {
  const submit = useSubmit();
  return (
    <Form
      role="search"
      className="flex flex-wrap items-end gap-3 border-b px-4 py-4 sm:px-5"
      onChange={(event) => {
        if (event.target instanceof HTMLSelectElement) submit(event.currentTarget);
      }}
    >
      <div className="w-full sm:w-64">
        <TextField field={fieldState("q", filter.q)} label="Find" maxLength={100} placeholder="Name or owner" />
      </div>
      <div className="w-40">
        <SelectField field={fieldState("sort", filter.sort)} label="Order" choices={SORTS} />
      </div>
      <Button>Show</Button>
      {filter.q === "" ? null : (
        <ButtonLink look="quiet" to="/dashboard/workspaces">
          Clear
        </ButtonLink>
      )}
    </Form>
  );
}
