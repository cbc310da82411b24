import { Form, useSearchParams, useSubmit } from "@remix-run/react";
import { Button } from "~/ui/button";
import { ButtonLink } from "~/ui/button-link";
import { fieldState } from "~/ui/field-state";
import { SelectField } from "~/ui/select-field";
import { TextField } from "~/ui/text-field";
import { useScripted } from "~/ui/use-scripted";
import { type FleetFilter, SHOW_LABELS, SHOWS } from "./fleet-filter";

interface FleetFilterFormProps {
  filter: FleetFilter;
  clusters: string[];
  /** The text field was asked for; a screen that refreshes itself has none before the script runs. */
  find: boolean;
}

/** Which nodes to show: a GET form, which the script sends by itself when a choice changes. */
export function FleetFilterForm({ filter, clusters, find }: FleetFilterFormProps) {
  const scripted = useScripted();
  const submit = useSubmit();
  const asked = filter.q !== "" || filter.cluster !== "" || filter.show !== "all";
  return (
    <Form
      className="flex flex-1 flex-wrap items-end gap-3"
      onChange={(event) => {
        if (event.target instanceof HTMLSelectElement) submit(event.currentTarget);
      }}
      role="search"
    >
      <div className="min-h-16 w-full sm:w-52">
        {scripted || find ? (
          <TextField
            field={fieldState("q", filter.q)}
            label="Find"
            maxLength={100}
            placeholder="Node, address, tenant"
          />
        ) : (
          <FindLink q={filter.q} />
        )}
      </div>
      <div className="w-[calc(50%-0.375rem)] sm:w-36">
        <SelectField
          field={fieldState("cluster", filter.cluster)}
          label="Cluster"
          choices={[{ value: "", label: "All" }, ...clusters.map((name) => ({ value: name, label: name }))]}
        />
      </div>
      <div className="w-[calc(50%-0.375rem)] sm:w-44">
        <SelectField
          field={fieldState("show", filter.show)}
          label="Show"
          choices={SHOWS.map((show) => ({ value: show, label: SHOW_LABELS[show] }))}
        />
      </div>
      <Button>Show</Button>
      {asked ? (
        <ButtonLink look="quiet" to="/dashboard/nodes">
          Clear
        </ButtonLink>
      ) : null}
    </Form>
  );
}

/** In the place and size of the text field: a screen that reloads itself must not take away what is being typed. */
function FindLink({ q }: { q: string }) {
  const [search] = useSearchParams();
  const finding = new URLSearchParams(search);
  finding.set("find", "1");
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <input type="hidden" name="q" value={q} />
      <span className="font-medium">Find</span>
      <ButtonLink to={`?${finding.toString()}`} className="w-full">
        {q === "" ? "Find by name" : <span className="truncate">‘{q}’</span>}
      </ButtonLink>
    </div>
  );
}
