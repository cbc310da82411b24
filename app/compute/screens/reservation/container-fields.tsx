import { volumesInWords } from "~/compute/inside/volumes/volume-list";
import { CheckField } from "~/platform/ui/check-field";
import type { FieldState } from "~/platform/ui/field-state";
import { SelectField } from "~/platform/ui/select-field";
import { TextField } from "~/platform/ui/text-field";
import type { Choice } from "./choice";
import type { Offer } from "./read-offer.server";

interface ContainerFieldsProps {
  choice: Choice;
  offer: Offer;
  field: (name: keyof Choice) => FieldState;
}

/** Template and volume: what runs only where nodes run containers. */
export function ContainerFields({ choice, offer, field }: ContainerFieldsProps) {
  const { templates, volumes, containerRows } = offer;
  const rows = containerRows.map((row) => row.replace(":", " · "));
  const missing = choice.template !== "" || choice.volume !== "" ? !containerRows.includes(choice.row) : false;
  return (
    <>
      <SelectField
        field={field("template")}
        label="Template"
        choices={[
          { value: "", label: "None: the image above" },
          ...templates.map(({ name, title, hindrance }) => ({ value: name, label: title, disabled: hindrance !== "" })),
        ]}
        hint={`Brings its own image. Only in ${rows.join(", ")}, whose nodes run containers.`}
      />
      {volumes.length === 0 ? null : (
        <>
          <SelectField
            field={field("volume")}
            label="Volume"
            choices={[{ value: "", label: "None" }, ...volumes.map(volumeChoice)]}
            hint="Its files stay when the task ends."
          />
          <TextField field={field("volume_path")} label="Folder of the volume" autoComplete="off" spellCheck={false} />
          <CheckField field={field("volume_read_only")} label="Read-only, so that several tasks can use it" />
        </>
      )}
      <MoreVolumes field={field("more_volumes")} />
      {missing ? (
        <p role="status" className="col-span-full text-sm text-danger">
          The chosen cluster has no node that runs containers. Choose {rows.join(" or ")}, or leave template and volume
          empty.
        </p>
      ) : null}
    </>
  );
}

/** Further volumes, which only programs can choose. A task started again here keeps them or drops them. */
function MoreVolumes({ field }: { field: FieldState }) {
  const { defaultValue: text = "" } = field;
  if (text === "") return null;
  return (
    <SelectField
      field={field}
      label="Further volumes"
      choices={[
        { value: "", label: "None" },
        { value: text, label: volumesInWords(text) },
      ]}
    />
  );
}

export function NoContainers() {
  return (
    <p className="col-span-full text-sm text-muted">
      Templates and volumes need a cluster that runs containers. None does at the moment.
    </p>
  );
}

function volumeChoice({ name, cluster_name, gb }: Offer["volumes"][number]) {
  return { value: name, label: `${name} · ${cluster_name} · ${gb} GB` };
}
