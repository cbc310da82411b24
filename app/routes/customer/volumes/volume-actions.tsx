import type { VolumeRow } from "~/domain/volumes/list-volumes.server";
import { monthCents } from "~/domain/volumes/volume-price";
import type { FormAnswer } from "~/http/form.server";
import { Button } from "~/ui/button";
import { fieldState } from "~/ui/field-state";
import { FormPopup } from "~/ui/form-popup";
import { formatCents, formatCount } from "~/ui/format";
import { TextField } from "~/ui/text-field";

export const GROW_VOLUME = "grow";
export const DELETE_VOLUME = "delete";

/** Growing a volume, and deleting it after a question that says what is lost. */
export function VolumeActions({ volume, answer }: { volume: VolumeRow; answer: FormAnswer | undefined }) {
  if (volume.state === "deleting") return null;
  return (
    <div className="flex gap-2 md:justify-end">
      {volume.state === "kept" ? <Grow volume={volume} answer={answer} /> : null}
      <FormPopup
        button="Delete"
        buttonLabel={`Delete ${volume.name}`}
        title="Delete this volume?"
        size="small"
        intent={DELETE_VOLUME}
        answer={answer}
        hidden={{ id: volume.volume_id }}
      >
        <p className="text-sm">
          <strong className="font-medium">
            Everything on {volume.name} ({formatCount(volume.gb)} GB) is lost.
          </strong>{" "}
          Nobody can bring it back. It costs nothing from then on.
        </p>
        {volume.used_by.length > 0 ? (
          <p className="text-sm">
            {volume.used_by.map(({ task_name }) => task_name).join(", ")} has it now: it can be deleted after that
            ended.
          </p>
        ) : null}
        <div>
          <Button look="danger">Delete volume</Button>
        </div>
      </FormPopup>
    </div>
  );
}

function Grow({ volume, answer }: { volume: VolumeRow; answer: FormAnswer | undefined }) {
  const { volume_id, name, gb, gb_month_cents } = volume;
  const typed = answer?.intent === GROW_VOLUME && answer.lastResult.initialValue?.["id"] === volume_id ? answer : null;
  const asked = typed?.lastResult.initialValue?.["gb"];
  const field = fieldState(
    "gb",
    typeof asked === "string" ? asked : String(gb),
    typed?.lastResult.error?.["gb"]?.join(" "),
  );
  return (
    <FormPopup
      button="Grow"
      buttonLabel={`Grow ${name}`}
      title={`Grow ${name}`}
      size="small"
      intent={GROW_VOLUME}
      answer={answer}
      hidden={{ id: volume_id }}
    >
      <TextField
        field={{
          ...field,
          id: `gb-${volume_id}`,
          errorId: `gb-${volume_id}-error`,
          descriptionId: `gb-${volume_id}-hint`,
        }}
        label="New size in GB"
        hint={`${formatCount(gb)} GB now, ${formatCents(monthCents({ gb, gbMonthCents: gb_month_cents }))} a month. Each 100 GB more cost ${formatCents(100 * gb_month_cents)} a month. A volume never shrinks.`}
        inputMode="numeric"
        autoComplete="off"
        className="max-w-48 tabular-nums"
        required
      />
      <div>
        <Button look="primary">Grow volume</Button>
      </div>
    </FormPopup>
  );
}
