import type { ReactNode } from "react";
import { GPU_CHOICES } from "~/domain/pricing/sizes";
import { IDLE_MINUTES, STOP_AFTER_S } from "~/domain/tasks/own-end";
import { TASK_NAME_MAX } from "~/domain/tasks/task-name";
import { fieldState } from "~/ui/field-state";
import { formatCents } from "~/ui/format";
import { reservationGpuLabel } from "~/ui/gpu-choice";
import { AGENT_LABELS, NETWORK_LABELS, stopAfterLabel } from "~/ui/labels";
import { SelectField } from "~/ui/select-field";
import { TextField } from "~/ui/text-field";
import { type Choice, growthText, rowKey } from "./choice";
import type { Offer } from "./read-offer.server";
import { SshKeyField } from "./ssh-key-field";

interface ReservationFieldsProps {
  choice: Choice;
  offer: Offer;
  loggedIn: boolean;
  errors?: Partial<Record<keyof Choice, string>>;
}

/** The fields of the reservation form and of the configurator (2.4). */
export function ReservationFields({ choice, offer, loggedIn, errors = {} }: ReservationFieldsProps) {
  const field = (name: keyof Choice) => fieldState(name, choice[name], errors[name]);
  return (
    <div className="flex flex-col gap-6">
      <Group name="Machine">
        <SelectField field={field("row")} label="Cluster" choices={clusterChoices(offer)} />
        <SelectField field={field("gpu_min")} label="GPUs" choices={GPUS} />
        <SelectField field={field("network")} label="Network" choices={fromLabels(NETWORK_LABELS)} />
        <SelectField field={field("tenant_image")} label="Image" choices={imageChoices(offer)} />
        <Growth choice={choice} error={errors.gpus_max} />
      </Group>
      <Group name="Access">
        <TextField field={field("task_name")} label="Task Name" maxLength={TASK_NAME_MAX} autoComplete="off" />
        {loggedIn ? <SshKeyField field={field("ssh_key_id")} keys={offer.keys} /> : null}
        <TextField
          field={field("tags")}
          label="Tags"
          placeholder="llama, team-a"
          autoComplete="off"
          hint="Up to ten tags, separated by commas"
        />
      </Group>
      <Group name="When it ends">
        <SelectField
          field={field("max_seconds")}
          label="Stop after"
          choices={stopAfterChoices(choice.max_seconds)}
          hint="Counted from when it runs. You can change it while it runs."
        />
        <TextField
          field={field("max_dollars")}
          label="Spend limit in dollars"
          inputMode="decimal"
          autoComplete="off"
          hint="The task ends before it costs more. Leave it empty for no limit."
        />
        <SelectField field={field("agent")} label="Agent" choices={fromLabels(AGENT_LABELS)} />
        <SelectField
          field={field("idle_minutes")}
          label="Watchdog stops after"
          choices={IDLE_CHOICES}
          hint={<WatchdogHint unmeasured={offer.unmeasured} />}
        />
      </Group>
    </div>
  );
}

/** Only programs choose growth; a task of theirs that is started again here keeps it or goes without. */
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
        hint="It is charged for those that it gets."
      />
      <input type="hidden" name="gpus_incr" value={gpus_incr} />
    </>
  );
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-x-5 gap-y-4">
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
