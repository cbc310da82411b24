import type { Finding } from "~/domain/agent/findings";
import { agentEnv } from "../env";
import type { KernelEvent } from "../probes/xid";

/** Codes by what is to be done about them. Their meaning differs by driver and generation, so the lists are settings. */
export interface XidLists {
  reboot: readonly number[];
  inspect: readonly number[];
  watch: readonly number[];
  customer: readonly number[];
  /** A code to watch is critical from so many times on. */
  repeat: number;
}

export const XID_LISTS: XidLists = {
  reboot: agentEnv.MILLRACE_XIDS_REBOOT,
  inspect: agentEnv.MILLRACE_XIDS_INSPECT,
  watch: agentEnv.MILLRACE_XIDS_WATCH,
  customer: agentEnv.MILLRACE_XIDS_CUSTOMER,
  repeat: agentEnv.MILLRACE_XID_REPEAT,
};

export type Judgement = Pick<Finding, "name" | "severity" | "action" | "text">;

/** Says in words what the driver's log says by number. Others than these are told and judged as nothing. */
const MEANING: Record<number, string> = {
  13: "graphics engine exception",
  31: "GPU memory page fault",
  43: "GPU stopped processing a program",
  45: "a program's channel was removed",
  46: "GPU stopped processing",
  48: "double bit memory error",
  63: "memory row remapped or page retired",
  64: "memory row could not be remapped",
  74: "NVLink error",
  79: "GPU has fallen off the bus",
  92: "high rate of single bit memory errors",
  94: "contained memory error",
  95: "uncontained memory error",
  119: "GPU system processor timed out",
  120: "GPU system processor error",
  154: "GPU recovery action changed",
};

/** @param times how often this code was seen on this GPU, this time included. */
export function judgeEvent(event: KernelEvent, times: number, lists: XidLists = XID_LISTS): Judgement {
  const { kind, code, detail } = event;
  if (kind === "sxid") return judgeSwitch(code, detail);
  const name = `xid-${code}`;
  const text = `Xid ${code}, ${MEANING[code] ?? (detail === "" ? "no more is known" : detail)}`.slice(0, 300);
  const is = (list: readonly number[]) => list.includes(code);
  if (code === 154) return { name, text: `${text}: ${detail}`.slice(0, 300), ...recovery(detail) };
  if (is(lists.customer)) return { name, text, severity: "info", action: "customer" };
  if (is(lists.reboot)) return { name, text, severity: "critical", action: "reboot" };
  if (is(lists.inspect)) return { name, text, severity: "critical", action: "inspect" };
  if (is(lists.watch))
    return times >= lists.repeat
      ? { name, text, severity: "critical", action: "inspect" }
      : { name, text, severity: "warning", action: "watch" };
  return { name, text, severity: "info", action: "watch" };
}

/** What the driver itself asks for, where its version says so. */
function recovery(detail: string): Pick<Judgement, "severity" | "action"> {
  if (/\(None\)\s*$/i.test(detail)) return { severity: "info", action: "ignore" };
  return { severity: "critical", action: "reboot" };
}

/** A switch says itself whether an error is fatal. */
function judgeSwitch(code: number, detail: string): Judgement {
  const fatal = /^fatal\b/i.test(detail);
  const text = `SXid ${code}${detail === "" ? "" : `, ${detail}`}`.slice(0, 300);
  return { name: `sxid-${code}`, text, severity: fatal ? "critical" : "warning", action: fatal ? "reboot" : "watch" };
}
