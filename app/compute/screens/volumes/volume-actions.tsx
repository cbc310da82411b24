import type { VolumeRow } from "~/compute/list-volumes.server";
import { freeName } from "~/platform/plain-name";
import { monthCents } from "~/compute/inside/volumes/volume-price";
import type { FormAnswer } from "~/platform/http/form.server";
import { Button } from "~/platform/ui/button";
import { fieldState } from "~/platform/ui/field-state";
import { FormPopup } from "~/platform/ui/form-popup";
import { formatCents, formatCount } from "~/platform/ui/format";
import { TextField } from "~/platform/ui/text-field";

/** Characters of a volume's name in the suggested name of its copy. */
const COPIED_LENGTH = 23;

const GROW_VOLUME = "grow";
const SNAPSHOT_VOLUME = "snapshot";
const DELETE_VOLUME = "delete";
/** Intents whose refusals are shown in their popup. */
export const IN_POPUPS: readonly string[] = [GROW_VOLUME, SNAPSHOT_VOLUME, DELETE_VOLUME];

interface ActionProps {
  volume: VolumeRow;
  answer: FormAnswer | undefined;
}

/** Actions that grow, copy and delete a volume; the last asks first and names the loss. */
export function VolumeActions({ volume, volumes, answer }: ActionProps & { volumes: VolumeRow[] }) {
  if (volume.state === "deleting") return null;
  return (
    <div className="flex flex-wrap gap-2 md:justify-end">
      {volume.state === "kept" ? (
        <>
          <Snapshot volume={volume} volumes={volumes} answer={answer} />
          <Grow volume={volume} answer={answer} />
        </>
      ) : null}
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
          It cannot be restored. You are no longer charged for it.
        </p>
        {volume.used_by.length > 0 ? (
          <p className="text-sm">
            {volume.used_by.map(({ task_name }) => task_name).join(", ")} uses it now. You can delete the volume once
            the task has ended.
          </p>
        ) : null}
        <div>
          <Button look="danger">Delete volume</Button>
        </div>
      </FormPopup>
    </div>
  );
}

function Snapshot({ volume, volumes, answer }: ActionProps & { volumes: VolumeRow[] }) {
  const { volume_id, name, gb, month_cents, used_by } = volume;
  const field = popupField({
    field: "name",
    intent: SNAPSHOT_VOLUME,
    volume,
    answer,
    first: freeName(
      `${name.slice(0, COPIED_LENGTH)}-copy`,
      volumes.map((one) => one.name),
    ),
  });
  const writer = used_by.find(({ read_only }) => !read_only);
  return (
    <FormPopup
      button="Snapshot"
      buttonLabel={`Snapshot of ${name}`}
      title={`Snapshot of ${name}`}
      size="small"
      intent={SNAPSHOT_VOLUME}
      answer={answer}
      hidden={{ id: volume_id }}
    >
      <p className="text-sm">
        A new volume with a copy of {name} as it is now: {formatCount(gb)} GB, {formatCents(month_cents)} a month,
        charged once it is complete. Until then tasks can only read {name}.
      </p>
      {writer ? (
        <p className="text-sm">
          {writer.task_name} can write to it: end that task first, or run it with the volume read-only.
        </p>
      ) : null}
      <TextField
        field={field}
        label="Name of the new volume"
        hint="a–z, 0–9 and hyphens."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={32}
        required
      />
      <div>
        <Button look="primary">Take snapshot</Button>
      </div>
    </FormPopup>
  );
}

/** Builds a field of one row's form, with the typed value after a refusal. */
function popupField({
  field,
  intent,
  volume: { volume_id },
  answer,
  first,
}: {
  field: string;
  intent: string;
  volume: VolumeRow;
  answer: FormAnswer | undefined;
  first: string;
}) {
  const { initialValue, error } = answer?.intent === intent ? answer.lastResult : {};
  const isOwn = initialValue?.["id"] === volume_id;
  const typed = isOwn ? initialValue[field] : undefined;
  const state = fieldState(
    field,
    typeof typed === "string" ? typed : first,
    isOwn ? error?.[field]?.join(" ") : undefined,
  );
  const id = `${field}-${volume_id}`;
  return { ...state, id, errorId: `${id}-error`, descriptionId: `${id}-hint` };
}

function Grow({ volume, answer }: ActionProps) {
  const { volume_id, name, gb, gb_month_cents } = volume;
  const field = popupField({ field: "gb", intent: GROW_VOLUME, volume, answer, first: String(gb) });
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
        field={field}
        label="New size in GB"
        hint={`${formatCount(gb)} GB now, ${formatCents(monthCents({ gb, gbMonthCents: gb_month_cents }))} a month. Each further 100 GB costs ${formatCents(100 * gb_month_cents)} a month. A volume never shrinks.`}
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
