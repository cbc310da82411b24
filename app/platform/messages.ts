import { ACCOUNT_ROWS } from "./account-messages";
import { NODE_ROWS } from "./node-messages";
import { SHOWN } from "./shown-messages";
import { TASK_TEXTS } from "./task-messages";
import { VOLUME_ROWS } from "./volume-messages";

export { EXPIRED_WITHOUT_COOKIE } from "./shown-messages";

/** All messages, each once (3.10): its id, its name in code, and its text. */
const ROWS = {
  M01: { loginRequired: "Please log in or send a valid API key." },
  M02: { notAllowed: SHOWN.notAllowed },
  M03: { foreignOrigin: "This request must come from the Millrace site itself or carry an API key." },
  M04: { notFound: SHOWN.notFound },
  M05: { wrongMethod: SHOWN.wrongMethod },
  M06: { tooLarge: SHOWN.tooLarge },
  M07: { wrongContentType: SHOWN.wrongContentType },
  M08: { tooManyRequests: SHOWN.tooManyRequests },
  M09: { unreadable: SHOWN.unreadable },
  M10: { fault: SHOWN.fault },
  M11: { busy: SHOWN.busy },
  M12: { providerSilent: "The card payment provider did not answer. Please try again." },
  M13: { suspended: "Your account is suspended. Please contact support." },
  M14: { pageExpired: SHOWN.pageExpired },
  M15: { confirmEmailFirst: "Please confirm your email address first." },
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
  M35: { tooManyTasks: "You already have 50 unfinished tasks, the maximum." },
  M36: {
    clusterTooSmall: ({ cluster_name, n }: { cluster_name: string; n: number }) =>
      `${cluster_name} has only ${n} GPUs of this type.`,
  },
  M410: { soldOut: TASK_TEXTS.soldOut },
  M37: { keyUsedForOtherRequest: "This Idempotency-Key was used for another request." },
  M40: { pasteSshKey: "Paste a public key." },
  M41: {
    privateSshKey: "This looks like a private key. Paste the public key instead (the file ending in .pub).",
  },
  M42: { invalidSshKey: "This is not a valid SSH public key." },
  M43: { sshKeyTypeRefused: ({ type }: { type: string }) => `Key type ${type} is not accepted.` },
  M44: { rsaKeyTooShort: "RSA keys need at least 2048 bits." },
  M45: { sshKeyTooLong: "An SSH public key may have at most 8192 characters." },
  M46: { tooManySshKeys: "You can store at most 20 keys." },
  M47: { noSuchSshKey: "No such key." },
  M50: { codeRequired: "Enter a code." },
  M51: { unknownCode: "This code does not exist." },
  M52: { codeExpired: "This code has expired." },
  M53: { codeAlreadyUsed: "You have already used this code." },
  M54: { codeUsedUp: "This code has been used up." },
  M55: { amountOutOfRange: "The amount must be between $5 and $5000." },
  M56: { cardRequired: "Choose a card." },
  M57: { cardholderNameRequired: SHOWN.cardholderNameRequired },
  M59: { onlyCardPaysSubscription: "You cannot remove the only card while the subscription is enabled." },
  M60: { noSuchCard: "No such card." },
  M61: { paymentMethodRequired: "Add a payment method first." },
  M62: { wrongCents: "The amount must be a whole number of cents from -100000 to 100000, not 0." },
  M63: { descriptionRequired: "A text of 1 to 200 characters is required." },
  M64: { subscriptionRequired: "Enable the subscription first." },
  M65: { bankAsks: "Your bank asks for confirmation. Continue at your bank." },
  M66: { wrongRunTime: TASK_TEXTS.wrongRunTime },
  M67: { ranThatLong: "The task has already run that long. Choose a longer time." },
  M68: { costThatMuch: "The task has already cost that much. Choose a higher limit." },
  M69: { wrongSpendLimit: TASK_TEXTS.wrongSpendLimit },
  M70: { wrongCredentials: "These credentials do not match our records." },
  M71: {
    tooManyLogins: ({ minutes }: { minutes: number }) => `Too many login attempts. Please wait ${minutes} minutes.`,
  },
  M72: { loginPageExpired: SHOWN.loginPageExpired },
  M73: { passwordsDiffer: "The two passwords do not match." },
  M74: { passwordRules: "The password must have 10 to 128 characters and differ from the email." },
  M75: { passwordTooCommon: "This password is too common." },
  M76: { currentPasswordRequired: "Enter your current password." },
  M77: { emailIsFixed: "Email cannot be changed here." },
  M78: { nameRequired: "A name of 1 to 100 characters is required." },
  M79: { countryRequired: "Choose a country from the list." },
  M80: { fieldTooLong: SHOWN.fieldTooLong },
  M81: { emailInvalid: SHOWN.emailInvalid },
  M190: { emailCharacters: SHOWN.emailCharacters },
  M90: { workspaceNameRequired: "Enter a workspace name." },
  M91: { workspaceNameTaken: "This workspace name is taken." },
  M92: { userCountNotANumber: "The number of users must be a number." },
  M93: { noUserWithEmail: SHOWN.noUserWithEmail },
  M94: { noSuchWorkspace: "No such workspace." },
  M95: { tokenMissing: "The inference token is missing: use New or Get." },
  M96: { tokenOfOtherOwner: "The inference token does not belong to this owner." },
  M97: { noSuchTenant: "No such tenant." },
  M98: { notYourselfOrLastAdmin: "You cannot do this to yourself or to the last admin." },
  M100: { noSuchNode: "No such node." },
  M101: { wrongDrainFlag: "flag must be 0, 1 or 2." },
  M110: { titleRequired: "A title of 1 to 200 characters is required." },
  M111: { wrongTopics: "content must be a list of topics with question and answer." },
  M112: { sectionChanged: "Somebody else changed this section. Reload to see the newest text." },
  M113: { noSuchSection: "No such section. It may have been deleted." },
  M120: { wrongPeriod: SHOWN.wrongPeriod },
  M121: {
    wrongDate: ({ first_day }: { first_day: string }) =>
      `date must be YYYYMMDD, not before ${first_day} and not after today.`,
  },
  M150: { keyExpired: ({ at }: { at: string }) => `This API key ended on ${at}. Make a new one on the API keys page.` },
  M151: {
    keyRevoked: ({ at }: { at: string }) => `This API key was revoked on ${at}. Make a new one on the API keys page.`,
  },
  M152: {
    keyFromOtherNetwork: ({ address }: { address: string }) =>
      `This API key may not be used from ${address}. Call from one of its networks, or make a key for this address.`,
  },
  M153: {
    keyLacksScope: ({ scope }: { scope: string }) =>
      `This API key lacks the scope ${scope}. Use one that has it, or make one on the API keys page.`,
  },
  M154: { accountKeyNeeded: "A named API key may not do this. Log in, or use the account's own API key." },
  M155: { tooManyApiKeys: "You have 25 named API keys, the maximum. Revoke one first." },
  M156: { keyScopeRequired: "Choose at least one of read, tasks and billing." },
  M157: { wrongKeyEnd: "The last day must be after today and within ten years, as YYYY-MM-DD." },
  M158: {
    wrongKeyNetwork: ({ text }: { text: string }) =>
      `${text} is not a network. Write addresses or networks such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32.`,
  },
  M159: { tooManyKeyNetworks: "An API key may name at most 20 networks." },
  M160: { noSuchApiKey: "No such API key. It may have been revoked." },
  M161: { wrongKeyOverlap: "The old key may keep working for 0, 1 or 24 hours." },
  M162: {
    unknownUserCode:
      "No login is waiting for this code. Check the code that your program shows; it works for 10 minutes.",
  },
  M163: { loginPending: "Nobody has allowed this login yet. Ask again." },
  M164: { askLessOften: ({ seconds }: { seconds: number }) => `Ask every ${seconds} seconds, not more often.` },
  M165: { deviceCodeExpired: "This login has ended. Start a new one." },
  M166: { loginDenied: "This login was denied in the browser." },
  M167: { clientNameRequired: "A client_name of 1 to 60 characters is required." },
  M130: { budgetRequired: "Enter millions of coins, more than 0, such as 1.5." },
  M240: { spendBudgetWrong: "Enter a budget from $1 to $1,000,000, such as 500, or leave it empty for none." },
  M241: { budgetPercentsWrong: "Enter one to six whole percentages from 1 to 200, such as 50, 80, 100." },
  M243: { twoAmounts: "You chose one amount and typed another. Choose or type the amount to pay." },
  M242: { alertBalanceWrong: "Enter an amount from $1 to $1,000,000, such as 20, or leave it empty for none." },
  M140: {
    webhookUrlWrong: "Enter a URL that begins with https://, of at most 2000 characters, without a user name or #.",
  },
  M141: { webhookPortWrong: "The port must be 443, or 1024 or above." },
  M142: { webhookUrlPrivate: "This URL leads to a private address. Webhooks are sent to public addresses only." },
  M143: { webhookEventsRequired: "Choose at least one event." },
  M144: { webhookEventUnknown: ({ type }: { type: string }) => `There is no event ${type}.` },
  M145: {
    webhooksTooMany: ({ n }: { n: number }) => `You have ${n} endpoints, the maximum. Delete one first.`,
  },
  M170: {
    otherTeam: ({ team }: { team: string }) =>
      `You have switched to ${team} since this page was opened. Nothing was changed. Reload the page to go on.`,
  },
  M171: {
    roleLacksRight: ({ role, holders }: { role: string; holders: string }) =>
      `Your role in this team is ${role}. Only ${holders} may do this: ask ${holders === "the owner" ? "the owner" : "the owner or an admin to change your role"}.`,
  },
  M172: {
    onlyAtHome:
      "This belongs to your own account, not to a team. Switch to your account first, or send an API key that you made there.",
  },
  M173: { noSuchInvitation: SHOWN.noSuchInvitation },
  M174: {
    invitationOfOther: ({ email }: { email: string }) =>
      `This invitation was not sent to your address (${email}). Log in with the address that it was sent to.`,
  },
  M175: { alreadyMember: "Somebody with this address is already a member." },
  M176: { teamTooLarge: ({ n }: { n: number }) => `A team may have at most ${n} members and open invitations.` },
  M177: { noSuchMember: "No such member. They may have left." },
  M178: { roleNotYours: "You cannot give this role, or change who has it. Ask the owner of the team." },
  M179: { ownerStays: "The owner cannot leave. Hand the team over first." },
  M180: { handOverToMember: "Choose a member of the team with a confirmed address." },
  M181: {
    handOverWithPro: "PRO, a trial or a workspace belongs to this account. End it before you hand the account over.",
  },
  M182: { wrongMemberLimit: "Enter a limit of $1 to $1,000,000 a month, or leave it empty for none." },
  M183: {
    memberLimitUsed: ({ dollars }: { dollars: string }) =>
      `Your spending limit of ${dollars} a month in this team does not cover 10 minutes of your tasks. Ask its owner or an admin.`,
  },
  M184: { teamNameWrong: "The team's name may have at most 60 characters." },
  M185: { notYourTeam: "You are no longer a member of this team." },
  M186: { wrongRole: "Choose one of admin, member, billing and viewer." },
  M187: { passkeyRefused: "This passkey did not log you in. Try again, or log in another way." },
  M188: { passkeyNotAdded: "The passkey was not added. Please try again." },
  M189: { tooManyPasskeys: "You have 10 passkeys, the maximum. Remove one first." },
  M146: { webhookOff: "The endpoint is switched off. Switch it on first." },
  M220: { tooManyToEnd: "At most 100 tasks can be ended at once. Choose fewer." },
  M221: { chooseTasks: "Choose at least one task." },
  M222: { displayNameTooLong: TASK_TEXTS.displayNameTooLong },
  M223: { tooManyTags: TASK_TEXTS.tooManyTags },
  M224: { tagTooLong: TASK_TEXTS.tagTooLong },
  M225: { tagCharacters: TASK_TEXTS.tagCharacters },
  M390: { emailLetters: SHOWN.emailLetters },
  M226: { searchUnreadable: "This search contains invisible characters. Delete it and type it again." },
  ...ACCOUNT_ROWS,
  ...NODE_ROWS,
  ...VOLUME_ROWS,
} as const;

type AllOf<Rows> = (Rows extends unknown ? (row: Rows) => void : never) extends (row: infer All) => void ? All : never;
type Messages = AllOf<(typeof ROWS)[keyof typeof ROWS]>;

/** Messages by name, for example `M.balanceTooLow`. */
export const M = Object.assign({}, ...Object.values(ROWS)) as Messages;
export type MessageName = keyof Messages;

/** The id of a message, for the API's description. */
export function idOf(name: MessageName): keyof typeof ROWS {
  const id = ID_BY_NAME.get(name);
  if (!id) throw new Error(`no message is called ${name}`);
  return id;
}

const ID_BY_NAME = new Map(Object.entries(ROWS).map(([id, row]) => [Object.keys(row)[0], id as keyof typeof ROWS]));
