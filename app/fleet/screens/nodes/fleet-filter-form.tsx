import { Form, useSearchParams, useSubmit } from "@remix-run/react";
import { Button } from "~/platform/ui/button";
import { ButtonLink } from "~/platform/ui/button-link";
import { fieldState } from "~/platform/ui/field-state";
import { SelectField } from "~/platform/ui/select-field";
import { TextField } from "~/platform/ui/text-field";
import { useScripted } from "~/platform/ui/use-scripted";
import { type FleetFilter, isAsked, NO_VERSION, SHOW_LABELS, SHOWS } from "./fleet-filter";
import { FLAGS, modeName } from "./modes";

interface FleetFilterFormProps {
  filter: FleetFilter;
  choices: FleetChoices;
  /** Offers the choices that only the list has columns for. */
  whole: boolean;
  /** True if the text field was requested; a screen that refreshes itself has none before the script runs. */
  find: boolean;
  /** True if checkboxes were requested. */
  ticks: boolean;
}

export interface FleetChoices {
  clusters: string[];
  gpuTypes: string[];
  /** Versions of agents; null for those that report none. */
  agents: (string | null)[];
  /** Names that operators gave to nodes. */
  racks: string[];
  labels: string[];
}

/** Filter of the nodes: a GET form, which the script sends when a choice changes. */
export function FleetFilterForm({ filter, choices, whole, find, ticks }: FleetFilterFormProps) {
  const scripted = useScripted();
  const submit = useSubmit();
  const { clusters, gpuTypes, agents, racks, labels } = choices;
  const named = (names: string[]) => names.map((name) => ({ value: name, label: name }));
  return (
    <Form
      className="flex flex-1 flex-wrap items-end gap-3"
      onChange={(event) => {
        if (event.target instanceof HTMLSelectElement) submit(event.currentTarget);
      }}
      role="search"
    >
      <div className="min-h-16 w-full sm:w-48">
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
      <Choice name="cluster" value={filter.cluster} label="Cluster" choices={named(clusters)} />
      {whole ? (
        <>
          <Choice name="gpu" value={filter.gpu} label="GPU type" choices={named(gpuTypes)} />
          <Choice
            name="mode"
            value={filter.mode}
            label="Mode"
            choices={FLAGS.map((flag) => ({ value: String(flag), label: modeName(flag) }))}
          />
          <Choice name="health" value={filter.health} label="Health" choices={HEALTHS} />
          {agents.length > 1 ? (
            <Choice
              name="agent"
              value={filter.agent}
              label="Agent"
              choices={agents.map((agent) => ({ value: agent ?? NO_VERSION, label: agent ?? "not reported" }))}
            />
          ) : null}
        </>
      ) : null}
      {racks.length > 0 ? <Choice name="rack" value={filter.rack} label="Rack" choices={named(racks)} /> : null}
      {labels.length > 0 ? (
        <Choice name="label" value={filter.label} label="Label" choices={named(withChosen(labels, filter.label))} />
      ) : null}
      <div className="flex-1 basis-26 sm:w-42 sm:flex-none">
        <SelectField
          field={fieldState("show", filter.show)}
          label="Show"
          choices={SHOWS.map((show) => ({ value: show, label: SHOW_LABELS[show] }))}
        />
      </div>
      {filter.view === "" ? null : <input type="hidden" name="view" value={filter.view} />}
      {filter.map === "load" ? null : <input type="hidden" name="map" value={filter.map} />}
      {ticks ? <input type="hidden" name="ticks" value="1" /> : null}
      <Button>Show</Button>
      {isAsked(filter) ? (
        <ButtonLink look="quiet" to={filter.view === "" ? "/dashboard/nodes" : `/dashboard/nodes?view=${filter.view}`}>
          Clear
        </ButtonLink>
      ) : null}
    </Form>
  );
}

/** Adds a key that somebody filters by, which is no label of its own. */
function withChosen(labels: string[], chosen: string): string[] {
  return chosen === "" || labels.includes(chosen) ? labels : [chosen, ...labels];
}

const HEALTHS = [
  { value: "healthy", label: "Healthy" },
  { value: "error", label: "Error" },
  { value: "dead", label: "Dead" },
  { value: "new", label: "Never reported" },
];

interface ChoiceProps {
  name: string;
  value: string;
  label: string;
  choices: { value: string; label: string }[];
}

function Choice({ name, value, label, choices }: ChoiceProps) {
  return (
    <div className="flex-1 basis-26 sm:w-32 sm:flex-none">
      <SelectField field={fieldState(name, value)} label={label} choices={[{ value: "", label: "All" }, ...choices]} />
    </div>
  );
}

/** Replaces the text field without script, because a screen that reloads itself would clear what is typed. */
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
