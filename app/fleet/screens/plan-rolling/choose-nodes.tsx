import { Form, useSubmit } from "@remix-run/react";
import { Button } from "~/platform/ui/button";
import { fieldState } from "~/platform/ui/field-state";
import { SelectField } from "~/platform/ui/select-field";
import { TextLink } from "~/platform/ui/text-link";
import type { readPlanScreen } from "./plan-screen.server";

export type PlanScreen = Awaited<ReturnType<typeof readPlanScreen>>;

/** Chooses the nodes by rack, label, cluster or type: a GET form, which the script sends when a choice changes. */
export function ChooseNodes({ loaded: { filter, ticked, choices } }: { loaded: PlanScreen }) {
  const submit = useSubmit();
  if (ticked)
    return (
      <p className="text-sm">
        The nodes that you selected.{" "}
        <TextLink to="/dashboard/maintenance/new">Choose by rack or cluster instead</TextLink>
      </p>
    );
  const fields = [
    { name: "rack", label: "Rack", value: filter.rack, all: choices.racks },
    { name: "cluster", label: "Cluster", value: filter.cluster, all: choices.clusters },
    { name: "gpu", label: "GPU type", value: filter.gpu, all: choices.gpuTypes },
    { name: "label", label: "Label", value: filter.label, all: choices.labels },
  ];
  return (
    <Form
      className="flex flex-wrap items-end gap-3"
      role="search"
      preventScrollReset
      onChange={(event) => submit(event.currentTarget, { preventScrollReset: true })}
    >
      {fields.map(({ name, label, value, all }) =>
        all.length === 0 ? null : (
          <div key={name} className="flex-1 basis-32 sm:w-44 sm:flex-none">
            <SelectField
              field={fieldState(name, value)}
              label={label}
              choices={[
                { value: "", label: "Any" },
                ...(value === "" || all.includes(value) ? all : [value, ...all]).map((one) => ({
                  value: one,
                  label: one,
                })),
              ]}
            />
          </div>
        ),
      )}
      {filter.q === "" ? null : <input type="hidden" name="q" value={filter.q} />}
      <Button>Choose</Button>
    </Form>
  );
}
