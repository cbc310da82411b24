/**
 * Messages of the checks on a task's choices. They are separate because scripts of screens use other parts of these
 * modules: no page loads them. Each has its id in `messages.ts`.
 */
export const TASK_TEXTS = {
  taskNameRequired: "Task name is required.",
  taskNameTooLong: "A task name may have at most 63 characters.",
  taskNameCharacters:
    "A task name may contain only letters, digits, hyphens, dots and underscores and must start with a letter or digit.",
  wrongGpuCount: "Choose 1, 2, 4, 8, 16, 32 or 64 GPUs.",
  wrongRunTime: "The chosen time must be 10 minutes to 30 days.",
  wrongSpendLimit: "Enter a spend limit of $1 to $1,000,000, such as 25.",
  sshKeyRequired: "Choose an SSH key or upload one first.",
  unknownGpuType: ({ gpu_type }: { gpu_type: string }) => `Unknown GPU type ${gpu_type}.`,
  soldOut: ({ gpu_type }: { gpu_type: string }) => `${gpu_type} is sold out: no node has it at the moment.`,
  unknownCluster: ({ cluster_name }: { cluster_name: string }) => `Unknown cluster ${cluster_name}.`,
  unknownTemplate: ({ template }: { template: string }) => `There is no template named ${template}.`,
  unknownVolume: ({ name }: { name: string }) => `You have no volume named ${name} that can be used in this cluster.`,
  unknownImage: ({ tenant_image }: { tenant_image: string }) => `Unknown or deprecated image ${tenant_image}.`,
  noSuchNetwork: ({ cluster_name, network }: { cluster_name: string; network: string }) =>
    `${cluster_name} has no ${network}.`,
  wrongGpuRange: "gpus_max must be 0 or from gpu_min to 64, gpus_incr from 1 to 64.",
  displayNameTooLong: "A display name may have at most 63 characters.",
  tooManyTags: "A task may have at most 10 tags.",
  tagTooLong: "A tag may have at most 30 characters.",
  tagCharacters: "A tag may contain only letters, digits and . _ - : / = and must start with a letter or digit.",
};
