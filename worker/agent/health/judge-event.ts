import type { Finding } from "~/fleet/agent-findings";
import { agentEnv } from "../env";
import type { KernelEvent } from "../probes/xid";
import { familyOf, XID_FAMILIES } from "./xid-families";

/** Codes by the action they need. Their meaning differs by driver and generation, so the lists are settings. */
type Lists = Record<"reboot" | "inspect" | "watch" | "customer", readonly number[]>;
export interface XidLists extends Lists {
  /** Number of times from which a watched code is critical. */
  repeat: number;
}

const LISTS = ["customer", "reboot", "inspect", "watch"] as const;

/** Builds the lists: given lists replace the default ones, and a code in one of them is in no other. */
export function xidLists(given: { [List in keyof Lists]?: readonly number[] | undefined }): Lists {
  const named = LISTS.flatMap((list) => given[list] ?? []);
  const listed = (list: keyof Lists) =>
    given[list] ??
    XID_FAMILIES.flatMap(({ codes, ours }) => (ours === list ? codes : [])).filter((code) => !named.includes(code));
  return {
    reboot: listed("reboot"),
    inspect: listed("inspect"),
    watch: listed("watch"),
    customer: listed("customer"),
  };
}

export const XID_LISTS: XidLists = {
  ...xidLists({
    reboot: agentEnv.MILLRACE_XIDS_REBOOT,
    inspect: agentEnv.MILLRACE_XIDS_INSPECT,
    watch: agentEnv.MILLRACE_XIDS_WATCH,
    customer: agentEnv.MILLRACE_XIDS_CUSTOMER,
  }),
  repeat: agentEnv.MILLRACE_XID_REPEAT,
};

export type Judgement = Pick<Finding, "name" | "severity" | "action" | "text">;
type Verdict = Pick<Judgement, "severity" | "action">;

/** Longest text of a finding, in characters. */
const TEXT_MAX = 300;
/** The driver's own word, which must not be part of `Nonfatal` or `NON_FATAL`. */
const FATAL = /(?<!non[-_ ]?)\bfatal\b/i;
const CAUSED_BY = /\bcaused by previous Xid (\d+)\W*$/i;
/** Owner of the channel, before the event: a name of at most 15 letters that customers choose, with commas if they like. */
const PROGRAM = /^pid=[^,]*, name=(?:.{0,15}|[^,]*),\s*/;
/** The recovery that the driver requests: the last one counts. */
const RECOVERY = 154;
export const RECOVERY_NAME = `xid-${RECOVERY}`;
const UVM_NAME = "uvm-fatal";

/** Checks for an event that concerns every GPU of its node: a switch's, or the driver's memory manager's. */
export function isOfAllGpus(name: string): boolean {
  return name.startsWith("sxid-") || name === UVM_NAME;
}

/** @param times how often this code was seen on this GPU, this time included. */
export function judgeEvent(event: KernelEvent, times: number, lists: XidLists = XID_LISTS): Judgement {
  const { kind, code, detail } = event;
  if (kind === "sxid") return judgeSwitch(event);
  if (kind === "uvm")
    return { name: UVM_NAME, severity: "critical", action: "reboot", text: detail.slice(0, TEXT_MAX) };
  const { meaning, ours } = familyOf(code);
  const known = detail === "" ? "no more is known" : detail;
  const words = meaning === undefined ? known : ours === "by-word" ? `${meaning}: ${known}` : meaning;
  return { name: `xid-${code}`, text: `Xid ${code}, ${words}`.slice(0, TEXT_MAX), ...verdictOf(event, times, lists) };
}

/** Judges a code by the lists. A code that a setting removed from its list is reported without effect. */
function verdictOf({ code, detail }: KernelEvent, times: number, lists: XidLists): Verdict {
  const action = LISTS.find((list) => lists[list].includes(code));
  switch (action) {
    case "customer":
      return { severity: "info", action };
    case "reboot":
    case "inspect":
      return { severity: "critical", action };
    case "watch":
      return times >= lists.repeat ? { severity: "critical", action: "inspect" } : { severity: "warning", action };
    case undefined:
      if (code === RECOVERY) return recovery(detail);
      return familyOf(code).ours === "by-word" ? byWord(code, detail.replace(PROGRAM, "")) : NOTED;
  }
}

const NOTED: Verdict = { severity: "info", action: "watch" };

function byWord(code: number, detail: string): Verdict {
  if (FATAL.test(detail)) return { severity: "critical", action: "reboot" };
  return /fatal/i.test(detail) || familyOf(code).meaning !== undefined ? { ...NOTED, severity: "warning" } : NOTED;
}

/** Returns the action that the driver itself requests, if its version does. */
function recovery(detail: string): Verdict {
  if (/\(None\)\W*$/i.test(detail)) return { severity: "info", action: "ignore" };
  return { severity: "critical", action: "reboot" };
}

/** Judges a switch's error: its first line names the severity by a word, the next by a number. */
function judgeSwitch({ code, pci, detail }: KernelEvent): Judgement {
  const fatal = /^(?:always[ -])?fatal\b|^severity [1-9]/i.test(detail);
  const text = [`SXid ${code}${pci === "" ? "" : ` of the switch at ${pci}`}`, detail].filter(Boolean).join(", ");
  const verdict: Verdict = fatal
    ? { severity: "critical", action: "reboot" }
    : { severity: "warning", action: "watch" };
  return { name: `sxid-${code}`, text: text.slice(0, TEXT_MAX), ...verdict };
}

/** Judges the cause that a line names; null when it names none. A cause that kills channels is fatal. */
export function judgeCause({ detail }: KernelEvent, lists: XidLists = XID_LISTS): Judgement | null {
  const code = CAUSED_BY.exec(detail)?.[1];
  if (code === undefined || Number(code) === 0) return null;
  return judgeEvent({ kind: "xid", code: Number(code), pci: "", bootS: null, detail: "fatal" }, 1, lists);
}

/** Judges an event that follows from another one: equally severe, and equally little the customer's fault. */
export function followFrom(judged: Judgement, cause: Judgement): Judgement {
  const { severity, action } = cause;
  const text = `${judged.text}, after ${cause.name.replace("sxid-", "SXid ").replace("xid-", "Xid ")}`.slice(
    0,
    TEXT_MAX,
  );
  return { ...judged, severity, action, text };
}
