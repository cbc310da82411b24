import { volumesInWords } from "~/compute/inside/volumes/volume-list";
import { CheckField } from "~/platform/ui/check-field";
import { FieldError } from "~/platform/ui/field";
import type { FieldState } from "~/platform/ui/field-state";
import { SelectField } from "~/platform/ui/select-field";
import { TextField } from "~/platform/ui/text-field";
import { type Choice, rowKey } from "./choice";
import { FIELDS } from "./fields";
import type { Offer } from "./read-offer.server";
import { Tile } from "./tile";

interface StartFromProps {
  loaded: Choice;
  choice: Choice;
  offer: Offer;
  field: (name: keyof Choice) => FieldState;
}

/** Image or template, and volumes. Templates and volumes need nodes that run containers. */
export function StartFrom({ loaded, choice, offer, field }: StartFromProps) {
  const { templates, volumes, containerRows } = offer;
  const rows = containerRows.map((row) => row.replace(":", " · "));
  const missing = (choice.template !== "" || choice.volume !== "") && !containerRows.includes(choice.row);
  return (
    <div className="start-from flex flex-col gap-4">
      {rows.length === 0 ? null : (
        <fieldset key={loaded.template} className="flex flex-wrap gap-2">
          <legend className="sr-only">Template</legend>
          <Tile name="template" value="" defaultChecked={loaded.template === ""} label="Image without a template">
            Image
          </Tile>
          {templates.map(({ name, title, hindrance }) => (
            <Tile
              key={name}
              name="template"
              value={name}
              defaultChecked={loaded.template === name}
              disabled={hindrance !== ""}
              label={title}
            >
              {title}
            </Tile>
          ))}
          <FieldError field={field("template")} />
        </fieldset>
      )}
      <div className="fields">
        <div className="start-image">
          <SelectField field={field("tenant_image")} label="Image" choices={imageChoices(offer)} />
        </div>
        {rows.length === 0 || volumes.length === 0 ? null : (
          <>
            <SelectField
              field={field("volume")}
              label="Volume"
              choices={[{ value: "", label: "None" }, ...volumes.map(volumeChoice)]}
              hint={FIELDS.volume.hint}
            />
            <div className="start-volume contents">
              <TextField
                field={field("volume_path")}
                label="Folder of the volume"
                autoComplete="off"
                spellCheck={false}
              />
              <CheckField field={field("volume_read_only")} label={FIELDS.volume_read_only.label} />
            </div>
          </>
        )}
        <Kept field={field("more_volumes")} label="Further volumes" none="" text={volumesInWords} />
        <Kept
          field={field("gpus_max")}
          label={FIELDS.gpus_max.label}
          none="0"
          text={(value) => FIELDS.gpus_max.fact(value, loaded) ?? "No"}
          hint={FIELDS.gpus_max.hint}
        />
        <input type="hidden" name="gpus_incr" value={loaded.gpus_incr} />
      </div>
      {rows.length === 0 ? (
        <p className="text-sm text-muted">
          Templates and volumes need a cluster that runs containers. None does at the moment.
        </p>
      ) : missing ? (
        <p role="status" className="text-sm text-danger">
          The chosen cluster has no node that runs containers. Choose {rows.join(" or ")}, or leave template and volume
          empty.
        </p>
      ) : containerRows.length < offer.free.map(rowKey).length ? (
        <p className="text-sm text-muted">Templates and volumes run only in {rows.join(", ")}.</p>
      ) : null}
    </div>
  );
}

interface KeptProps {
  field: FieldState;
  label: string;
  /** Value that leaves it out. */
  none: string;
  text: (value: string) => string;
  hint?: string;
}

/** A value that only API clients can choose. A task started again here keeps or drops it. */
function Kept({ field, label, none, text, hint }: KeptProps) {
  const { defaultValue: value = "", errors } = field;
  if (value === none && !errors) return null;
  return (
    <SelectField
      field={field}
      label={label}
      choices={[
        { value: none, label: text(none) || "None" },
        { value, label: text(value) },
      ]}
      hint={hint}
    />
  );
}

function imageChoices({ images }: Offer) {
  return images
    .filter((image) => !image.os_deprecated)
    .map((image) => ({
      value: image.tenant_image,
      label: image.os_experimental ? `${image.os_name} (experimental)` : image.os_name,
    }));
}

function volumeChoice({ name, cluster_name, gb, used_by }: Offer["volumes"][number]) {
  const writer = used_by.find((task) => !task.read_only);
  const use = writer ? [`in use by ${writer.task_name}`] : [];
  return { value: name, label: [name, cluster_name, `${gb} GB`, ...use].join(" · ") };
}
