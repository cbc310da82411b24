import { GPU_CHOICES, NETWORK_ROWS } from "~/compute/gpu-sizes";
import { AGENT_DEFAULT, hasWatchdog, isAgentOption } from "~/compute/inside/tasks/agent-options";
import { IDLE_MINUTES, IDLE_MINUTES_DEFAULT, isStopAfter, STOP_AFTER_S } from "~/compute/inside/tasks/own-end";
import { VOLUME_PATH } from "~/compute/inside/volumes/volume-path";
import { reservationGpuLabel } from "~/platform/ui/gpu-choice";
import { AGENT_LABELS, NETWORK_LABELS, stopAfterLabel } from "~/platform/ui/labels";

interface FormField {
  label: string;
  /** Value that most orders leave unchanged: an address omits it. */
  usual?: string;
  /** Offered values. A field without them is typed, or its values depend on the offer. */
  choices?: readonly { value: string; label: string }[];
  /** Accepts values that are not offered: a program could have chosen them. */
  accepts?: (value: string) => boolean;
  hint?: string;
  placeholder?: string;
  /** Describes the value on the confirm step; null if there is nothing to show. */
  fact?: (value: string, others: { agent: string; gpus_incr?: string }) => string | null;
  /** Stands in the folded part of the form, in this order. */
  folded?: true;
}

/**
 * The fields of the reservation form. The form, its address, its draft, the confirm step and 'Start again' use the same
 * names. What a request may send is in `reserve-input.ts`.
 */
export const FIELDS = {
  task_name: { label: "Task Name" },
  ssh_key_id: { label: "SSH Key", usual: "" },
  row: { label: "Cluster" },
  tenant_image: { label: "Image" },
  gpu_min: {
    label: "GPUs",
    choices: GPU_CHOICES.map((gpus) => ({ value: String(gpus), label: reservationGpuLabel(gpus) })),
  },
  network: {
    label: "Network",
    choices: NETWORK_ROWS.map(({ name, label }) => ({ value: name, label })),
    fact: (value) => NETWORK_LABELS[value] ?? value,
  },
  agent: {
    label: "Agent",
    usual: AGENT_DEFAULT,
    choices: Object.entries(AGENT_LABELS).map(([value, label]) => ({ value, label })),
    fact: (value) => AGENT_LABELS[value] ?? value,
    folded: true,
  },
  gpus_max: {
    label: "Take more GPUs if free",
    usual: "0",
    hint: "You pay for the GPUs that it gets.",
    fact: (value, { gpus_incr: step = "1" }) =>
      value === "0" ? null : `Up to ${value} GPUs${step === "1" ? "" : ` in steps of ${step}`}`,
  },
  gpus_incr: { label: "Step", usual: "1" },
  max_seconds: {
    label: "Stop after",
    usual: "0",
    // A list, because objects with whole numbers as keys lose their order.
    choices: STOP_AFTER_S.map((seconds) => ({ value: String(seconds), label: stopAfterLabel(String(seconds)) })),
    accepts: (value) => /^[1-9]\d{0,8}$/.test(value) && isStopAfter(Number(value)),
    hint: "Counted from when the task runs. You can change it later.",
    fact: (value) => (value === "0" ? null : stopAfterLabel(value)),
    folded: true,
  },
  max_dollars: {
    label: "Spend limit in dollars",
    usual: "",
    hint: "The task ends before it costs more. Leave it empty for no limit.",
    fact: (value) => (value.trim() === "" ? null : `$${value.trim()}`),
    folded: true,
  },
  idle_minutes: {
    label: "Watchdog stops after",
    usual: String(IDLE_MINUTES_DEFAULT),
    choices: IDLE_MINUTES.map((minutes) => ({ value: String(minutes), label: `${minutes} minutes of idle GPUs` })),
    hint: "Only with an agent that has a watchdog.",
    fact: (value, { agent }) => (isAgentOption(agent) && hasWatchdog(agent) ? `${value} minutes of idle GPUs` : null),
    folded: true,
  },
  tags: {
    label: "Tags",
    usual: "",
    placeholder: "llama, team-a",
    hint: "Up to ten tags, separated by commas",
    fact: (value) => value.trim() || null,
    folded: true,
  },
  template: { label: "Template", usual: "" },
  volume: { label: "Volume", usual: "", hint: "Its files stay when the task ends." },
  volume_path: { label: "Folder of the volume", usual: VOLUME_PATH },
  volume_read_only: { label: "Read-only, so that several tasks can use it", usual: "" },
  more_volumes: { label: "Further volumes", usual: "" },
} satisfies Record<string, FormField>;

export type FieldName = keyof typeof FIELDS;

/** Values of a reservation form. `row` is `cluster_name:gpu_type`; `ssh_key_id` is empty for visitors. */
export type Choice = Record<FieldName, string>;

/** The fields with their declarations, in the order of the form. */
export const ALL_FIELDS = Object.entries(FIELDS) as [FieldName, FormField][];

/** The fields that most orders leave unchanged, in the folded part of the form. */
export const FOLDED = ALL_FIELDS.filter(([, { folded }]) => folded);

/** Describes the chosen values of the fields that need no offer to be described. */
export function factsOf(choice: Choice): { label: string; value: string }[] {
  return ALL_FIELDS.flatMap(([name, { label, fact }]) => {
    const value = fact?.(choice[name], choice) ?? null;
    return value === null ? [] : [{ label, value }];
  });
}

/** Describes when the watchdog of a task stops it; null for a task without one. */
export function watchdogFact(task: { agent: string; idle_minutes: number }) {
  const { label, fact } = FIELDS.idle_minutes;
  const value = fact(String(task.idle_minutes), task);
  return value === null ? null : { label, value };
}
