import { M as BEFORE } from "~/money/messages";
import { SHOWN } from "~/platform/shown-messages";
import { TASK_TEXTS } from "./task-texts";
import { byName } from "~/platform/message-rows";

/** Messages of this module, each once (3.10): its id, its name in code, and its text. */
export const ROWS = {
  M20: { taskNameRequired: TASK_TEXTS.taskNameRequired },
  M21: { taskNameTooLong: TASK_TEXTS.taskNameTooLong },
  M22: { taskNameCharacters: TASK_TEXTS.taskNameCharacters },
  M23: {
    taskNameTaken: ({ task_name }: { task_name: string }) => `You already have an unfinished task named ${task_name}.`,
  },
  M24: { unknownGpuType: TASK_TEXTS.unknownGpuType },
  M25: { wrongGpuCount: TASK_TEXTS.wrongGpuCount },
  M26: { noFreeGpus: SHOWN.noFreeGpus },
  M27: { balanceTooLow: SHOWN.balanceTooLow },
  M28: { unknownCluster: TASK_TEXTS.unknownCluster },
  M29: { noSuchNetwork: TASK_TEXTS.noSuchNetwork },
  M30: { unknownImage: TASK_TEXTS.unknownImage },
  M31: { agreeToQueueTerms: "Please agree to the queue terms." },
  M32: { wrongGpuRange: TASK_TEXTS.wrongGpuRange },
  M33: {
    noUnfinishedTask: ({ task_name }: { task_name: string }) => `You have no unfinished task named ${task_name}.`,
  },
  M34: { sshKeyRequired: TASK_TEXTS.sshKeyRequired },
  M35: { tooManyTasks: "You already have 50 unfinished tasks, the maximum. Kill one first." },
  M36: {
    clusterTooSmall: ({ cluster_name, n }: { cluster_name: string; n: number }) =>
      `${cluster_name} has only ${n} GPUs of this type.`,
  },
  M410: { soldOut: TASK_TEXTS.soldOut },
  M40: { pasteSshKey: "Paste a public key." },
  M41: {
    privateSshKey: "This looks like a private key. Paste the public key instead (the file ending in .pub).",
  },
  M42: {
    invalidSshKey:
      "This is not a valid SSH public key. Paste the one line of the file ending in .pub, such as ssh-ed25519 AAAA…",
  },
  M43: { sshKeyTypeRefused: ({ type }: { type: string }) => `Key type ${type} is not accepted.` },
  M44: { rsaKeyTooShort: "RSA keys need at least 2048 bits." },
  M45: { sshKeyTooLong: "An SSH public key may have at most 8192 characters." },
  M46: { tooManySshKeys: "You have 20 SSH keys, the maximum. Delete one first." },
  M47: { noSuchSshKey: "No such key. It may have been deleted." },
  M66: { wrongRunTime: TASK_TEXTS.wrongRunTime },
  M67: { ranThatLong: "The task has already run that long. Choose a longer time." },
  M68: { costThatMuch: "The task has already cost that much. Choose a higher limit." },
  M69: { wrongSpendLimit: TASK_TEXTS.wrongSpendLimit },
  M183: {
    memberLimitUsed: ({ dollars }: { dollars: string }) =>
      `Your spending limit of ${dollars} a month in this team does not cover 10 minutes of your tasks. Choose fewer GPUs, or ask its owner or an admin.`,
  },
  M220: { tooManyToEnd: "At most 100 tasks can be ended at once. Choose fewer." },
  M221: { chooseTasks: "Choose at least one task." },
  M222: { displayNameTooLong: TASK_TEXTS.displayNameTooLong },
  M223: { tooManyTags: TASK_TEXTS.tooManyTags },
  M224: { tagTooLong: TASK_TEXTS.tagTooLong },
  M225: { tagCharacters: TASK_TEXTS.tagCharacters },
  M226: { searchUnreadable: "This search contains invisible characters. Delete it and type it again." },
  M430: {
    keyDayUsed: ({ dollars }: { dollars: string }) =>
      `This API key's spending limit of ${dollars} a day does not cover 10 minutes of its tasks. Choose fewer GPUs, try again after 00:00 UTC, or use a key with a higher limit.`,
  },
  M431: {
    keyTotalUsed: ({ dollars }: { dollars: string }) =>
      `This API key's spending limit of ${dollars} in total does not cover 10 minutes of its tasks. Choose fewer GPUs, or use a key with a higher limit.`,
  },
  M432: {
    keyLimitVolumes: ({ dollars, period }: { dollars: string; period: string }) =>
      `This API key's spending limit of ${dollars} ${period} does not cover this. Delete one of its volumes, or use a key with a higher limit.`,
  },
  M433: {
    keyGrowsOnlyOwn: "This API key has a spending limit, so it can only grow volumes that it created.",
  },
  M460: {
    keyExtendsOnlyOwn: "This API key has a spending limit, so it can only extend tasks that it started.",
  },
  M461: {
    extendsOnlyOwn:
      "You have a spending limit in this team, so you can only extend tasks that you started. Ask its owner or an admin.",
  },
  M890: {
    startedInsideFence:
      "This task runs on GPUs that are kept for another task. It could start because it ends before the other task can start. Its time can be extended once the other task has started.",
  },
  M581: {
    overQuota: ({ most, used, type }: { most: number; used: number; type: string }) =>
      `Your account may have ${most} ${type}GPUs at once, and your running and waiting tasks have ${used}. Choose fewer GPUs, end a task, or write to us for more.`,
  },
  M582: { discountInPast: "A discount cannot begin in the past. To begin at once, leave the time empty." },
  M583: {
    discountAtThatTime:
      "Another change is already planned for this time. Choose a different time, or withdraw that change.",
  },
  M277: {
    volumeNameWrong: "A volume name has 1 to 32 letters a–z, digits or hyphens and starts with a letter.",
  },
  M340: {
    memberLimitVolumes: ({ dollars }: { dollars: string }) =>
      `Your spending limit of ${dollars} a month in this team does not cover this. Delete one of your volumes, or ask the team's owner or an admin.`,
  },
  M341: {
    growsOnlyOwn:
      "You have a spending limit in this team, so you can only grow volumes that you created. Ask its owner or an admin.",
  },
  M278: { volumeNameTaken: ({ name }: { name: string }) => `You already have a volume named ${name}.` },
  M279: { volumeSizeWrong: "Enter a size of 10 to 10,000 whole GB." },
  M280: { tooManyVolumes: ({ n }: { n: number }) => `You have ${n} volumes, which is the maximum. Delete one first.` },
  M281: {
    volumesTooLarge: ({ gb }: { gb: number }) =>
      `Your volumes may have ${gb} GB in total. Choose a smaller size, or write to us.`,
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
      `Task ${task_name} uses volume ${name}. Kill the task first, or attach the volume to both as read-only.`,
  },
  M285: { unknownVolume: TASK_TEXTS.unknownVolume },
  M286: {
    volumeUnpaid: ({ name }: { name: string }) => `Volume ${name} is unpaid. Add funds to use it again.`,
  },
  M287: {
    volumePathWrong:
      "Enter a different folder for each volume, such as /data, with only letters, digits and . _ - /. System folders cannot be used.",
  },
  M288: {
    volumesOnDifferentNodes:
      "These volumes are on different nodes, or on one node while the task needs several. Choose only one of them.",
  },
  M289: {
    noContainers: ({ cluster_name }: { cluster_name: string }) =>
      `Volumes and templates need a node that runs containers, and ${cluster_name} has none. Choose another cluster.`,
  },
  M290: { unknownTemplate: TASK_TEXTS.unknownTemplate },
  M291: { wrongPort: "Enter a port from 1 to 65535." },
  M292: { tooManyPorts: "A task may have at most 16 open ports. Close one first." },
  M300: {
    volumeWrittenTo: ({ name, task_name }: { name: string; task_name: string }) =>
      `Task ${task_name} can write to volume ${name}. Kill the task, or run it with the volume read-only, then take the snapshot.`,
  },
  M301: {
    volumeIsCopied: ({ name, copy }: { name: string; copy: string }) =>
      `Volume ${name} is being copied to ${copy}. Until that is done, tasks can only read it. Wait, or delete ${copy} first.`,
  },
  M302: {
    volumeNotCopiedYet: ({ name }: { name: string }) =>
      `Volume ${name} is still being copied. We notify you when it can be used.`,
  },
  M303: {
    volumeEmpty: ({ name }: { name: string }) =>
      `Volume ${name} is empty: no task has used it yet. Create a new volume instead.`,
  },
  M304: {
    noNodeCopies: ({ name }: { name: string }) =>
      `No node that reaches volume ${name} can copy it now. Try again in a few minutes.`,
  },
  M308: {
    volumesAway: ({ cluster_name }: { cluster_name: string }) =>
      `The volumes of ${cluster_name} cannot be reached at the moment. Their data is kept; try again in a few minutes.`,
  },
  M293: {
    portsNotOffered: "This installation does not make task ports reachable from outside. Use SSH port forwarding.",
  },
  M294: { templateNameWrong: "A template name has 1 to 32 letters a–z, digits or hyphens and starts with a letter." },
  M295: { templateNameTaken: ({ name }: { name: string }) => `You already have a template named ${name}.` },
  M296: {
    tooManyTemplates: ({ n }: { n: number }) => `You have ${n} templates, which is the maximum. Delete one first.`,
  },
  M297: { variablesWrong: ({ where, problem }: { where: string; problem: string }) => `${where}: ${problem}` },
  M298: {
    imageWrong: ({ image, problem }: { image: string; problem: string }) => `${image || "The image"} ${problem}`,
  },
  M400: {
    imageNotPulled: ({ cluster_name, image }: { cluster_name: string; image: string }) =>
      `Demo nodes in ${cluster_name} cannot pull images, so ${image} cannot start there. Choose a listed image, or start the product with MILLRACE_DEMO_RUNTIME=container.`,
  },
  M500: { placeTaken: "Another pilot was admitted to this place." },
  M501: { placeOver: "This place is no longer wanted." },
  M502: { placeNotNeeded: "The task of this place no longer waits: it was deleted, has failed, or runs elsewhere." },
  M503: { placeNotPaid: "The balance no longer covers the task of this place." },
  M504: {
    wrongPlace: ({ asked, given }: { asked: string; given: string }) => `This place has ${given}. Asked for: ${asked}.`,
  },
  M529: { tokenUnreadable: "This is not a Slurm token. Send what scontrol token prints, without SLURM_JWT=." },
  M530: {
    tokenOfOther: ({ user, other }: { user: string; other: string }) =>
      `This token is for the user ${other}. The cluster's connection uses ${user}.`,
  },
  M531: { tokenEnded: ({ at }: { at: string }) => `This token expired at ${at}. The stored one was kept.` },
  M532: { noEngine: ({ clusterName }: { clusterName: string }) => `${clusterName} has no scheduler.` },
  M516: { engineNeedsToken: "Enter the token. No earlier one is stored." },
  M542: {
    engineTokenElsewhere: "Enter the token again. The stored one was for another address, and is sent nowhere else.",
  },
  M517: {
    engineInUse: ({ open, waiting }: { open: number; waiting: number }) =>
      `${open} places and ${waiting} tasks there have not ended. Kill the tasks first, and wait until the scheduler has ended their places.`,
  },
  M518: {
    clusterHasMachines: ({ nodes, tasks }: { nodes: number; tasks: number }) =>
      `This cluster has ${nodes} machines and ${tasks} unfinished tasks of its own. Retire the machines first, or create another cluster.`,
  },
  M519: { engineNotTested: "No worker ran the test within 40 seconds. Look at Status, and try again." },
  M520: { noSuchCluster: ({ clusterName }: { clusterName: string }) => `There is no cluster ${clusterName}.` },
  M570: { taskWaitsNoMore: "This task is no longer waiting." },
  M299: {
    ownImagesNotAllowed: "Your own images must be enabled first. Write to us, or choose one of the listed images.",
  },
} as const;

/** Messages by name: those of this module and of the modules before it. */
export const M = { ...BEFORE, ...byName(ROWS) };
