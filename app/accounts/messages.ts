import { M as BEFORE } from "~/fleet/messages";
import { SHOWN } from "~/platform/shown-messages";
import { byName } from "~/platform/message-rows";

/** Messages of this module, each once (3.10): its id, its name in code, and its text. */
export const ROWS = {
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
  M81: { emailInvalid: SHOWN.emailInvalid },
  M190: { emailCharacters: SHOWN.emailCharacters },
  M93: { noUserWithEmail: SHOWN.noUserWithEmail },
  M97: { noSuchTenant: "No such tenant." },
  M150: {
    keyExpired: ({ at }: { at: string }) => `This API key expired on ${at}. Create a new one on the API keys page.`,
  },
  M151: {
    keyRevoked: ({ at }: { at: string }) => `This API key was revoked on ${at}. Create a new one on the API keys page.`,
  },
  M152: {
    keyFromOtherNetwork: ({ address }: { address: string }) =>
      `This API key may not be used from ${address}. Call from one of its networks, or create a key for this address.`,
  },
  M153: {
    keyLacksScope: ({ scope }: { scope: string }) =>
      `This API key lacks the scope ${scope}. Use one that has it, or create one on the API keys page.`,
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
  M163: { loginPending: "This login has not been approved yet. Keep polling." },
  M164: { askLessOften: ({ seconds }: { seconds: number }) => `Poll at most once every ${seconds} seconds.` },
  M165: { deviceCodeExpired: "This login has expired. Start a new one." },
  M166: { loginDenied: "This login was denied in the browser." },
  M167: { clientNameRequired: "A client_name of 1 to 60 characters is required." },
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
  M172: {
    onlyAtHome:
      "This belongs to your own account, not to a team. Switch to your account first, or send an API key that you created there.",
  },
  M173: { noSuchInvitation: SHOWN.noSuchInvitation },
  M174: {
    invitationOfOther: ({ email }: { email: string }) =>
      `This invitation was not sent to your address (${email}). Log in with the address that it was sent to.`,
  },
  M175: { alreadyMember: "Somebody with this address is already a member." },
  M176: { teamTooLarge: ({ n }: { n: number }) => `A team may have at most ${n} members and open invitations.` },
  M177: { noSuchMember: "No such member. They may have left." },
  M178: { roleNotYours: "You cannot assign this role or change a member who has it. Ask the owner of the team." },
  M179: { ownerStays: "The owner cannot leave. Hand the team over first." },
  M180: { handOverToMember: "Choose a member of the team with a confirmed address." },
  M181: {
    handOverWithPro: "PRO, a trial or a workspace belongs to this account. End it before you hand the account over.",
  },
  M182: { wrongMemberLimit: "Enter a limit of $1 to $1,000,000 a month, or leave it empty for none." },
  M184: { teamNameWrong: "The team's name may have at most 60 characters." },
  M185: { notYourTeam: "You are no longer a member of this team." },
  M186: { wrongRole: "Choose one of admin, member, billing and viewer." },
  M187: { passkeyRefused: "This passkey did not log you in. Try again, or log in another way." },
  M188: { passkeyNotAdded: "The passkey was not added. Please try again." },
  M189: { tooManyPasskeys: "You have 10 passkeys, the maximum. Remove one first." },
  M146: { webhookOff: "The endpoint is switched off. Switch it on first." },
  M390: { emailLetters: SHOWN.emailLetters },
  M191: { emailIsYours: "This is already your address." },
  M192: {
    emailChangedLately: ({ email, at }: { email: string; at: string }) =>
      `Your address was changed recently, and ${email} can revert that until ${at}. You can change it again after that.`,
  },
  M193: { emailTaken: "Another account now uses this address. Request the change again with a different address." },
  M313: {
    wrongFactorCode:
      "This code is not valid. Enter the one that your app shows now, or a recovery code that you have not used yet.",
  },
  M260: {
    confirmMailsUsedUp: ({ minutes }: { minutes: number }) =>
      `Several emails went to this address within the last hour. Check its spam folder, or have another one sent in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
  },
  M262: { invitedHasAccount: "This address already has an account. Log in with it to accept the invitation." },
  M263: {
    formerAddressHeld: ({ at }: { at: string }) =>
      `This address belonged to another account until recently, and that account can reclaim it until ${at}. You can join with it after that.`,
  },
  M331: {
    recoveryCodeUsed:
      "You logged in with a recovery code. If your phone is lost, turn two-factor off under Security and set it up again.",
  },
  M434: { wrongKeyLimit: "Enter a limit of $1 to $1,000,000, or leave it empty for none." },
  M435: { limitWithBilling: "A key with a spending limit cannot have the scope billing." },
  M481: { handOverWithDebt: "This account owes money. Pay that before you hand it over." },
  M482: {
    noPasswordYet: "This account has no password yet. Log out and set one with 'Forgot password?', then try again.",
  },
  M701: { viewIsOwn: "You are a member here. Switch to this team in your menu to see its screens." },
  M702: { viewIsClosed: "This account is closed, so there is nothing left to view." },
} as const;

/** Messages by name: those of this module and of the modules before it. */
export const M = { ...BEFORE, ...byName(ROWS) };
