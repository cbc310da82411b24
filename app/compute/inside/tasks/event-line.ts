import { exactSpan } from "./exact-span";

interface StoredEvent {
  /** State before; empty for the first event, and for events that change no state. */
  from: string;
  to: string;
  text: string;
}

/** An event of a task for people: its title, and a remark that may be empty. */
interface EventLine {
  what: string;
  more: string;
}

/**
 * Splits an event into the new state and the rest, without repeating a word: "running, charged from now on" becomes
 * "Running" and "charged from now on". An event without a change of state keeps its text, as "port 8888 opened". Rows of
 * older versions hold durations over a minute in seconds.
 */
export function eventLine({ from, to, text }: StoredEvent, isFirst: boolean): EventLine {
  const shown = text.replace(/\b(\d+) s\b/g, (_, seconds: string) => exactSpan(Number(seconds)));
  const isChange = from !== to && (from !== "" || isFirst);
  if (!isChange && shown !== "") return { what: capital(shown), more: "" };
  if (shown === to) return { what: capital(to), more: "" };
  const [, again = "", rest = ""] = new RegExp(`^${to}( again)?[,:] (.+)$`, "s").exec(shown) ?? [];
  if (rest !== "") return { what: capital(to + again), more: rest };
  // The text may repeat the state in another word: "Killed" as stopped, "Placing" as placed.
  return { what: capital(to), more: shown.replace(/^(stopped: |placed )/, "") };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
