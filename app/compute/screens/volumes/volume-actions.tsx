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
  // A refused form stays open and shows the reason.
  const isAnswered = answer?.lastResult.initialValue?.["id"] === volume.volume_id;
  const users = isAnswered ? [] : volume.used_by;
  const isWritten = users.some(({ read_only }) => !read_only);
  const reasonId = `in-use-${volume.volume_id}`;
  const waits = (name: string) => (
    <Button type="button" size="small" disabled aria-label={`${name} ${volume.name}`} aria-describedby={reasonId}>
      {name}
    </Button>
  );
  return (
    <div className="flex flex-wrap gap-2 md:justify-end">
      {volume.state === "kept" ? (
        <>
          {isWritten ? waits("Snapshot") : <Snapshot volume={volume} volumes={volumes} answer={answer} />}
          <Grow volume={volume} answer={answer} />
        </>
      ) : null}
      {users.length > 0 ? (
        <>
          {waits("Delete")}
          <p id={reasonId} className="basis-full text-muted md:text-right">
            {isWritten ? "Snapshot and Delete" : "Delete"} once {users.map(({ task_name }) => task_name).join(" and ")}{" "}
            {users.length > 1 ? "have" : "has"} ended.
          </p>
        </>
      ) : (
        <Delete volume={volume} answer={answer} />
      )}
    </div>
  );
}

function Delete({ volume: { volume_id, name, gb }, answer }: ActionProps) {
  return (
    <FormPopup
      button="Delete"
      buttonLabel={`Delete ${name}`}
      title="Delete this volume?"
      size="small"
      intent={DELETE_VOLUME}
      answer={answer}
      hidden={{ id: volume_id }}
    >
      <p className="text-sm">
        <strong className="font-medium">
          Everything on {name} ({formatCount(gb)} GB) is lost.
        </strong>{" "}
        It cannot be restored. You are no longer charged for it.
      </p>
      <div>
        <Button look="danger">Delete volume</Button>
      </div>
    </FormPopup>
  );
}

function Snapshot({ volume, volumes, answer }: ActionProps & { volumes: VolumeRow[] }) {
  const { volume_id, name, gb, month_cents } = volume;
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
