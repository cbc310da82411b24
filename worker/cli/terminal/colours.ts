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
