import { M as BEFORE } from "~/rehearsal/messages";
import { byName } from "~/platform/message-rows";

/** Messages of this module, each once (3.10): its id, its name in code, and its text. */
export const ROWS = {
  M98: { notYourselfOrLastAdmin: "You cannot do this to yourself or to the last admin." },
  M194: { exportUnderWay: "A copy of your data is already being prepared." },
  M195: {
    exportsTooMany: ({ n }: { n: number }) =>
      `You asked for ${n} copies of your data today, the maximum. Try again tomorrow.`,
  },
  M196: {
    staffStay: "Staff accounts cannot be deleted here. Ask an admin to change this one to a customer account first.",
  },
  M198: { typeYourEmail: "Type your email address to confirm." },
  M199: {
    forfeitBalance: ({ dollars }: { dollars: string }) =>
      `Tick the box to give up your balance of ${dollars}, or write to us first to have it refunded.`,
  },
  M580: {
    nodeCost: "Type what one node costs per hour in dollars, such as 4.20, at most 10,000. Empty means no cost.",
  },
  M600: { alertRuleName: "Type a name of 1 to 80 characters that no other rule has." },
  M601: { alertFigure: "Choose what the rule watches." },
  M602: { alertThreshold: "Type a number, such as 90." },
  M603: { alertMinutes: "Type whole minutes, from 0 to 10080 (a week)." },
  M604: { alertScopeValue: "Type the name of the cluster, GPU type, rack or label, or choose 'Everything'." },
  M605: {
    alertScope: ({ choices }: { choices: string }) => `This figure cannot be limited like that. Choose ${choices}.`,
  },
  M606: { alertQuiet: "Type two different times, such as 22:00 and 07:00, or leave both empty." },
  M607: { alertZone: "Type a time zone such as Europe/Berlin, or UTC." },
  M608: { alertRemind: "Type whole minutes, from 5 to 10080, or leave it empty." },
  M609: { alertChannelName: "Type a name of 1 to 80 characters that no other channel has." },
  M610: { alertChannelKind: "Choose how alerts are sent to this channel." },
  M611: { alertRoutingKey: "Type the integration key of a PagerDuty service: 32 letters and digits." },
  M612: { alertHourlyMax: "Type a whole number from 1 to 1000." },
  M613: { alertNote: "Type at most 500 characters." },
  M614: { alertIsOver: "This alert is over, so nobody needs to acknowledge it." },
  M615: { alertAddress: "Type an email address, or leave it empty for all staff who manage alerts." },
  M616: { alertChannels: "Choose channels from the list." },
  M711: { staffByStaffAct: "This person is staff, so only an admin can do this." },
  M712: { roleLabel: "Type a name of 1 to 40 letters, digits and spaces that no other role has." },
  M713: { roleRights: "Choose at least one right." },
  M714: {
    roleRightNeeds: ({ right, needs }: { right: string; needs: string }) => `“${right}” also needs “${needs}”.`,
  },
  M715: {
    roleHasHolders: ({ holders }: { holders: string }) =>
      `${holders} in this role. Give them another role first, on their pages.`,
  },
  M716: { roleIsDocumented: "This role is part of Millrace and cannot be changed." },
  M745: {
    roleChanged:
      "This role has changed since this page was opened. Compare your choice with the table below, and save again.",
  },
  M617: {
    alertTooMany: ({ n, of }: { n: number; of: string }) =>
      `There are ${n} ${of} already, the maximum. Delete one first.`,
  },
} as const;

/** Messages by name: those of this module and of the modules before it. */
export const M = { ...BEFORE, ...byName(ROWS) };
