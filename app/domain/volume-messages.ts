import { TASK_TEXTS } from "./tasks/task-messages";

/** The part of the catalogue (`messages.ts`) that is about volumes, templates and ports of tasks. */
export const VOLUME_ROWS = {
  M277: {
    volumeNameWrong: "A volume's name has 1 to 32 of a–z, 0–9 and hyphens, and begins with a letter.",
  },
  M340: {
    memberLimitVolumes: ({ dollars }: { dollars: string }) =>
      `Your spending limit of ${dollars} a month in this team does not cover this. Delete a volume of yours, or ask its owner or an admin.`,
  },
  M341: {
    growsOwnAlone:
      "You have a spending limit in this team, so you grow only volumes that you made. Ask its owner or an admin.",
  },
  M278: { volumeNameTaken: ({ name }: { name: string }) => `You have a volume named ${name} already.` },
  M279: { volumeSizeWrong: "Enter a size of 10 to 10,000 whole GB." },
  M280: { tooManyVolumes: ({ n }: { n: number }) => `You have ${n} volumes, the most there can be. Delete one first.` },
  M281: {
    volumesTooLarge: ({ gb }: { gb: number }) =>
      `All your volumes together may have ${gb} GB. Choose a smaller size, or write to us.`,
  },
  M282: {
    noRoomForVolume: ({ cluster_name }: { cluster_name: string }) =>
      `${cluster_name} has no room for a volume of this size. Choose a smaller size or another cluster.`,
  },
  M283: {
    volumeNeverShrinks: ({ gb }: { gb: number }) => `A volume can only grow. Enter more than ${gb} GB.`,
  },
  M284: {
    volumeInUse: ({ name, task_name }: { name: string; task_name: string }) =>
      `Task ${task_name} has volume ${name}. End the task first, or let both only read.`,
  },
  M285: { unknownVolume: TASK_TEXTS.unknownVolume },
  M286: {
    volumeUnpaid: ({ name }: { name: string }) => `Volume ${name} is unpaid. Add funds; a moment later it can be used.`,
  },
  M287: {
    volumePathWrong:
      "Enter a folder of its own for each volume, such as /data, of letters, digits and . _ - /. Folders of the system cannot be chosen.",
  },
  M288: {
    volumesApart:
      "These volumes lie on different nodes, or on one node where the task needs several. Choose one of them.",
  },
  M289: {
    noContainers: ({ cluster_name }: { cluster_name: string }) =>
      `No node of ${cluster_name} runs containers, which volumes and templates need. Choose another cluster.`,
  },
  M290: { unknownTemplate: TASK_TEXTS.unknownTemplate },
  M291: { wrongPort: "Enter a port from 1 to 65535." },
  M292: { tooManyPorts: "A task may have at most 16 open ports. Close one first." },
  M300: {
    volumeWrittenTo: ({ name, task_name }: { name: string; task_name: string }) =>
      `Task ${task_name} can write to volume ${name}. End the task, or run it with the volume read-only, then take the snapshot.`,
  },
  M301: {
    volumeIsCopied: ({ name, copy }: { name: string; copy: string }) =>
      `Volume ${name} is being copied to ${copy}. Until that is done tasks can only read it; or delete ${copy} first.`,
  },
  M302: {
    volumeNotCopiedYet: ({ name }: { name: string }) =>
      `Volume ${name} is still being copied. You are told when it can be used.`,
  },
  M303: {
    volumeEmpty: ({ name }: { name: string }) =>
      `Volume ${name} holds nothing yet: no task has had it. Make a new volume instead.`,
  },
  M304: {
    noNodeCopies: ({ name }: { name: string }) =>
      `No node that reaches volume ${name} can copy it now. Try again in a few minutes.`,
  },
  M308: {
    volumesAway: ({ cluster_name }: { cluster_name: string }) =>
      `The volumes of ${cluster_name} cannot be reached at the moment. What they hold stays; try again in a few minutes.`,
  },
  M293: { portsNotOffered: "Ports of tasks are not reachable from outside here. Use the port forwarding of ssh." },
  M294: { templateNameWrong: "A template's name has 1 to 32 of a–z, 0–9 and hyphens, and begins with a letter." },
  M295: { templateNameTaken: ({ name }: { name: string }) => `You have a template named ${name} already.` },
  M296: {
    tooManyTemplates: ({ n }: { n: number }) => `You have ${n} templates, the most there can be. Delete one first.`,
  },
  M297: { variablesWrong: ({ where, problem }: { where: string; problem: string }) => `${where}: ${problem}` },
  M298: {
    imageWrong: ({ image, problem }: { image: string; problem: string }) => `${image || "The image"} ${problem}`,
  },
  M299: {
    ownImagesNotAllowed:
      "Images of your own have to be allowed first. Write to us, or choose one of the listed images.",
  },
} as const;
