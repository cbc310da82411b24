import type { Terminal } from "@xterm/xterm";
import { Button } from "~/platform/ui/button";

const ESCAPE = "\x1b";
/** Text that each key sends. For an arrow it is the last letter, since the program chooses the prefix. */
const KEYS = {
  Esc: ESCAPE,
  Tab: "\t",
  "Ctrl-C": "\x03",
  "Ctrl-D": "\x04",
  "Ctrl-Z": "\x1a",
  "←": { arrow: "D", name: "Left" },
  "↓": { arrow: "B", name: "Down" },
  "↑": { arrow: "A", name: "Up" },
  "→": { arrow: "C", name: "Right" },
} as const;
type Key = keyof typeof KEYS;

/** Keys that a phone's keyboard lacks. */
export function TerminalKeys({ press }: { press: (key: Key) => void }) {
  return (
    <div role="group" aria-label="Keys" className="hidden flex-wrap gap-1.5 pt-2 pointer-coarse:flex">
      {(Object.keys(KEYS) as Key[]).map((key) => {
        const sent = KEYS[key];
        return (
          <Button
            key={key}
            type="button"
            size="small"
            aria-label={typeof sent === "string" ? undefined : sent.name}
            // The focus stays in the terminal, or its keyboard would go away.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => press(key)}
          >
            {key}
          </Button>
        );
      })}
    </div>
  );
}

export function pressKey(terminal: Terminal, key: Key): void {
  const sent = KEYS[key];
  const before = `${ESCAPE}${terminal.modes.applicationCursorKeysMode ? "O" : "["}`;
  terminal.input(typeof sent === "string" ? sent : `${before}${sent.arrow}`);
}
