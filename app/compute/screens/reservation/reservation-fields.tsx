import type { ReactNode } from "react";
import { GPU_CHOICES } from "~/compute/gpu-sizes";
import { IDLE_MINUTES, STOP_AFTER_S } from "~/compute/inside/tasks/own-end";
import { TASK_NAME_MAX } from "~/compute/inside/tasks/task-name";
import { fieldState } from "~/platform/ui/field-state";
import { formatCents } from "~/platform/ui/format";
import { reservationGpuLabel } from "~/platform/ui/gpu-choice";
import { AGENT_LABELS, stopAfterLabel } from "~/platform/ui/labels";
import { SelectField } from "~/platform/ui/select-field";
import { TextField } from "~/platform/ui/text-field";
import { type Choice, growthText, isFarChosen, rowKey } from "./choice";
import { ContainerFields, NoContainers } from "./container-fields";
import { NetworkField } from "./network-field";
import type { Offer } from "./read-offer.server";
import { SshKeyField } from "./ssh-key-field";

interface ReservationFieldsProps {
  /** Initial values of the fields. */
  loaded: Choice;
  /** Present choice. */
  choice: Choice;
  offer: Offer;
  loggedIn: boolean;
  errors?: Partial<Record<keyof Choice, string>>;
}

/** The fields of the reservation form and of the configurator (2.4): what every order needs, and the rest to be opened. */
export function ReservationFields({ loaded, choice, offer, loggedIn, errors = {} }: ReservationFieldsProps) {
  const field = (name: keyof Choice) => fieldState(name, loaded[name], errors[name]);
  const runsContainers = offer.containerRows.length > 0;
  return (
    <div className="flex flex-col gap-6">
      <Group name="Machine">
        <SelectField field={field("row")} label="Cluster" choices={clusterChoices(offer)} />
        <SelectField field={field("gpu_min")} label="GPUs" choices={GPUS} />
        <NetworkField loaded={loaded} choice={choice} free={offer.free} error={errors.network} />
        <SelectField field={field("tenant_image")} label="Image" choices={imageChoices(offer)} />
        <Growth choice={loaded} error={errors.gpus_max} />
        {runsContainers ? null : <NoContainers />}
      </Group>
      {runsContainers ? (
        <Group name="Container">
          <ContainerFields choice={choice} offer={offer} field={field} />
        </Group>
      ) : null}
      <Group name="Task">
        <TextField field={field("task_name")} label="Task Name" maxLength={TASK_NAME_MAX} autoComplete="off" />
        {loggedIn ? <SshKeyField field={field("ssh_key_id")} keys={offer.keys} /> : null}
        <SelectField field={field("agent")} label="Agent" choices={fromLabels(AGENT_LABELS)} />
      </Group>
      <Further open={isFarChosen(loaded) || FURTHER.some((name) => errors[name] !== undefined)}>
        <SelectField
          field={field("max_seconds")}
          label="Stop after"
          choices={stopAfterChoices(loaded.max_seconds)}
          hint="Counted from when the task runs. You can change it later."
        />
        <TextField
          field={field("max_dollars")}
          label="Spend limit in dollars"
          inputMode="decimal"
          autoComplete="off"
          hint="The task ends before it costs more. Leave it empty for no limit."
        />
        <SelectField
          field={field("idle_minutes")}
          label="Watchdog stops after"
          choices={IDLE_CHOICES}
          hint={<WatchdogHint unmeasured={offer.unmeasured} />}
        />
        <TextField
          field={field("tags")}
          label="Tags"
          placeholder="llama, team-a"
          autoComplete="off"
          hint="Up to ten tags, separated by commas"
        />
      </Further>
    </div>
  );
}

const FURTHER = ["max_seconds", "max_dollars", "idle_minutes", "tags"] as const;

/** Fields that most orders leave unchanged. They are open if one was changed or refused. */
function Further({ open, children }: { open: boolean; children: ReactNode }) {
  return (
    <details className="more border-t pt-4" open={open}>
      <summary className="flex items-center justify-between gap-4 text-sm/normal">
        <span>
          <span className="font-semibold">When it ends, and tags</span>
          <span className="block text-muted">It runs until you end it, unless you choose otherwise here.</span>
        </span>
      </summary>
      <div className="fields pt-4">{children}</div>
    </details>
  );
}

/** Growth, which only programs can choose. A task started again here keeps it or drops it. */
function Growth({ choice, error }: { choice: Choice; error: string | undefined }) {
  const { gpus_max, gpus_incr } = choice;
  if (gpus_max === "0" && error === undefined) return null;
  return (
    <>
      <SelectField
        field={fieldState("gpus_max", gpus_max, error)}
        label="Take more GPUs if free"
        choices={[
          { value: "0", label: "No" },
          { value: gpus_max, label: growthText(choice) },
        ]}
        hint="You pay for the GPUs that it gets."
      />
      <input type="hidden" name="gpus_incr" value={gpus_incr} />
    </>
  );
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset className="fields">
      <legend className="mb-3 text-sm font-semibold">{name}</legend>
      {children}
    </fieldset>
  );
}

/** Objects with whole numbers as keys lose their order, so these are lists. */
function stopAfterChoices(chosen: string) {
  const times = [...new Set([...STOP_AFTER_S.map(String), chosen])].sort((one, other) => Number(one) - Number(other));
  return times.map((seconds) => ({ value: seconds, label: stopAfterLabel(seconds) }));
}
const IDLE_CHOICES = IDLE_MINUTES.map((minutes) => ({
  value: String(minutes),
  label: `${minutes} minutes of idle GPUs`,
}));

function WatchdogHint({ unmeasured }: { unmeasured: string[] }) {
  const rule = "Only with an agent that has a watchdog.";
  if (unmeasured.length === 0) return rule;
  return `${rule} GPU load cannot be measured on ${unmeasured.join(", ")} (simulated GPUs).`;
}

const GPUS = GPU_CHOICES.map((gpus) => ({ value: String(gpus), label: reservationGpuLabel(gpus) }));

function clusterChoices({ free, prices }: Offer) {
  return free.map((row) => {
    const pphCents = prices[row.gpu_type];
    const price = pphCents === undefined ? "–" : formatCents(pphCents);
    return { value: rowKey(row), label: `${row.cluster_name} · ${row.gpu_type} · ${price}` };
  });
}

function imageChoices({ images }: Offer) {
  return images
    .filter((image) => !image.os_deprecated)
    .map((image) => ({
      value: image.tenant_image,
      label: image.os_experimental ? `${image.os_name} (experimental)` : image.os_name,
    }));
}

function fromLabels(labels: Record<string, string>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}
