import { shown } from "./text-width";

const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

export type Colour = keyof typeof CODES;
export type Paint = (colour: Colour, text: string) => string;

export const plain: Paint = (_, text) => text;
export const coloured: Paint = (colour, text) => `\u001b[${CODES[colour][0]}m${text}\u001b[${CODES[colour][1]}m`;

const OURS = new RegExp(`(\u001b\\[(?:${[...new Set(Object.values(CODES).flat())].join("|")})m)`);

/** A line with what the server said in it: of all that moves a terminal only our own colours stay. */
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
