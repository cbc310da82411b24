import { M as BEFORE } from "~/site/messages";
import { byName } from "~/platform/message-rows";

/** Messages of this module, each once (3.10): its id, its name in code, and its text. */
export const ROWS = {
  M760: {
    tooManyRehearsals: ({ most }: { most: number }) =>
      `${most} rehearsals are already waiting. Wait until some have run, or cancel one.`,
  },
  M761: {
    rehearsalPeriod: ({ days }: { days: number }) =>
      `Choose a period that is over, begins before it ends, and has at most ${days} days.`,
  },
  M762: { rehearsalFile: "Choose a CSV file whose first line is submit_s,run_s,gpus,tenant." },
  M763: { rehearsalFileTooLarge: ({ mb }: { mb: number }) => `The file has more than ${mb} MB. Leave out some tasks.` },
  M764: { rehearsalName: ({ most }: { most: number }) => `A name has 1 to ${most} characters.` },
  M765: {
    wholeFromTo: ({ from, to }: { from: number; to: number }) =>
      `Give a whole number from ${from.toLocaleString("en-US")} to ${to.toLocaleString("en-US")}.`,
  },
  M766: {
    numberFromTo: ({ from, to }: { from: number; to: number }) =>
      `Give a number from ${from.toLocaleString("en-US")} to ${to.toLocaleString("en-US")}.`,
  },
  M767: { rehearsalRow: "Choose a cluster and GPU type that exist." },
  M768: { rehearsalEnded: "This rehearsal has already ended." },
  M769: { rehearsalVariants: ({ most }: { most: number }) => `A rehearsal has at most ${most} variants.` },
  M770: { rehearsalNodes: ({ most }: { most: number }) => `Name at most ${most} nodes.` },
  M771: { rehearsalResize: "Write each node with its new GPUs, such as fra1-gpu-07=4." },
  M772: { rehearsalPrice: "Give the GPU type and its new price." },
  M773: { rehearsalStopped: "The rehearsal was stopped twice while it ran. Run it again, or choose a shorter period." },
  M774: {
    rehearsalMemory: ({ mb }: { mb: number }) =>
      `It needs more than ${mb} MB of memory. Choose a shorter period, fewer tasks or smaller changes.`,
  },
  M775: { rehearsalNoNode: ({ name }: { name: string }) => `No node of this rehearsal is called ${name}.` },
  M776: { rehearsalNoTenant: ({ name }: { name: string }) => `No tenant of this rehearsal is called ${name}.` },
  M777: { rehearsalNoTasks: "No task was accepted in this period. Choose another one, or a file." },
  M810: {
    rehearsalNoRow: ({ row }: { row: string }) =>
      `There is no ${row} on nodes of your own. Write a cluster with a GPU type, such as fra1/h100.`,
  },
  M811: { rehearsalRows: ({ most }: { most: number }) => `Name at most ${most} clusters with a GPU type.` },
  M790: { forecastPast: "A forecast needs two weeks of tasks on nodes of your own." },
  M791: { forecastMemory: ({ mb }: { mb: number }) => `The last forecast needed more than ${mb} MB of memory.` },
} as const;

/** Messages by name: those of this module and of the modules before it. */
export const M = { ...BEFORE, ...byName(ROWS) };
