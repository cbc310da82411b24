import picocolors from "picocolors";
import { shown } from "./text";

export type Paint = ReturnType<typeof picocolors.createColors>;
export type Colour = "red" | "green" | "yellow" | "dim";

export const plain: Paint = picocolors.createColors(false);
export const coloured: Paint = picocolors.createColors(true);

/** The codes of the colours and styles that we use. */
const OURS = /(\u001b\[(?:1|2|22|31|32|33|36|39)m)/;

/** Returns a line that is safe to show and keeps its colours. */
export function shownInColours(line: string): string {
  return line
    .split(OURS)
    .map((part, at) => (at % 2 === 1 ? part : shown(part)))
    .join("");
}

const STATES: Record<string, Colour> = {
  running: "green",
  queued: "yellow",
  placing: "yellow",
  starting: "yellow",
  stopping: "yellow",
  incident: "red",
  failed: "red",
  lost: "red",
};

export function stateColour(state: string): Colour {
  return STATES[state] ?? "dim";
}
