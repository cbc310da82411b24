/**
 * Those of the messages that screens' own scripts say, too: the browser holds these and not all of them. Each has its id in
 * messages.ts.
 */
export const SHOWN = {
  tooManyRequests: ({ seconds }: { seconds: number }) => `Too many requests. Please wait ${seconds} seconds.`,
  fieldTooLong: ({ field, n }: { field: string; n: number }) => `${field} may have at most ${n} characters.`,
  unreadable: "The request could not be read.",
  wrongMethod: "This method is not allowed here.",
  tooLarge: "The request is too large.",
  wrongContentType: "Send JSON or form data.",
  busy: "The service is busy. Please try again.",
  notAllowed: "You are not allowed to do this.",
  notFound: "Not found.",
  fault: ({ request_id }: { request_id: string }) => `Something went wrong on our side. Reference ${request_id}.`,
  loginPageExpired: "The page has expired. Please reload it.",
  pageExpired: "The page has expired. Please try again.",
  cardholderNameRequired: "Cardholder name is required.",
  wrongPeriod: "Send both dates as YYYY-MM-DD, the start not after the end.",
  noSuchInvitation: "This invitation is not valid any more. Ask for a new one.",
  noUserWithEmail: "No user with this email.",
  emailInvalid: "Please enter a valid email address",
  emailCharacters: 'An email address here may not contain any of , ; : < > ( ) [ ] " \\',
  taskNameRequired: "Task name is required.",
  taskNameTooLong: "A task name may have at most 63 characters.",
  taskNameCharacters:
    "A task name may contain only letters, digits, hyphens, dots and underscores and must start with a letter or digit.",
  noFreeGpus: ({ cluster_name }: { cluster_name: string }) =>
    `Not enough free GPUs in ${cluster_name}. Another customer may have taken them first. You can enqueue this task.`,
  wrongGpuCount: "Choose 1, 2, 4, 8, 16, 32 or 64 GPUs.",
  wrongRunTime: "The chosen time must be 10 minutes to 30 days.",
  wrongSpendLimit: "Enter a spend limit of $1 to $1,000,000, such as 25.",
  sshKeyRequired: "Choose an SSH key or upload one first.",
  unknownGpuType: ({ gpu_type }: { gpu_type: string }) => `Unknown GPU type ${gpu_type}.`,
  unknownCluster: ({ cluster_name }: { cluster_name: string }) => `Unknown cluster ${cluster_name}.`,
  unknownTemplate: ({ template }: { template: string }) => `There is no template named ${template}.`,
  ownImagesNotAllowed: "Images of your own have to be allowed first. Write to us, or choose one of the listed images.",
  unknownVolume: ({ name }: { name: string }) => `You have no volume named ${name} that can be used in this cluster.`,
  unknownImage: ({ tenant_image }: { tenant_image: string }) => `Unknown or deprecated image ${tenant_image}.`,
  noSuchNetwork: ({ cluster_name, network }: { cluster_name: string; network: string }) =>
    `${cluster_name} has no ${network}.`,
  wrongGpuRange: "gpus_max must be 0 or from gpu_min to 64, gpus_incr from 1 to 64.",
  displayNameTooLong: "A display name may have at most 63 characters.",
  tooManyTags: "A task may have at most 10 tags.",
  tagTooLong: "A tag may have at most 30 characters.",
  tagCharacters: "A tag may contain only letters, digits and . _ - : / = and must start with a letter or digit.",
  balanceTooLow: "Your balance does not cover 10 minutes of your tasks. Please add funds.",
};

/** M14 where no cookie came at all: the page may have expired, or the browser keeps none. */
export const EXPIRED_WITHOUT_COOKIE = `${SHOWN.pageExpired} If you read this again, allow cookies for this site: its forms need one.`;
