import { Form, useSubmit } from "@remix-run/react";
import { Button } from "~/platform/ui/button";
import { fieldState } from "~/platform/ui/field-state";
import { SelectField } from "~/platform/ui/select-field";
import { TextField } from "~/platform/ui/text-field";
import { FIGURES, type HeatFilter } from "./heat";

/** Figure, search and grouping of the map: a GET form, which the script sends when a choice changes. */
export function HeatForm({ filter, choices }: { filter: HeatFilter; choices: { value: string; label: string }[] }) {
  const submit = useSubmit();
  return (
    <Form
      className="flex flex-wrap items-end gap-3"
      role="search"
      onChange={(event) => {
        if (event.target instanceof HTMLSelectElement) submit(event.currentTarget);
      }}
    >
      <div className="w-full sm:w-60">
        <TextField
          field={fieldState("q", filter.q)}
          label="Find"
          maxLength={100}
          placeholder="Node, cluster, type, rack, label"
        />
      </div>
      <div className="flex-1 basis-32 sm:w-44 sm:flex-none">
        <SelectField
          field={fieldState("figure", filter.figure)}
          label="Figure"
          choices={Object.entries(FIGURES).map(([value, { label }]) => ({ value, label }))}
        />
      </div>
      <div className="flex-1 basis-32 sm:w-44 sm:flex-none">
        <SelectField field={fieldState("group", filter.group)} label="Group by" choices={choices} />
      </div>
      <Button>Show</Button>
    </Form>
  );
}
