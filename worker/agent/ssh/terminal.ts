import type { ServerChannel, Session } from "ssh2";
import { noteChild } from "./children";
import { sendSignal } from "./signal";

export interface TerminalSize {
  cols: number;
  rows: number;
}

/** Runs a program on its own terminal and returns the function with which the client resizes it. */
export function runWithTerminal(
  channel: ServerChannel,
  session: Session,
  argv: string[],
  environment: Record<string, string>,
  size: TerminalSize,
): (size: TerminalSize) => void {
  const child = Bun.spawn(argv, {
    env: environment,
    cwd: environment["HOME"],
    terminal: {
      cols: size.cols,
      rows: size.rows,
      data: (terminal, data) => {
        if (!channel.write(data) && channel.writable) holdUntilDrained(terminal, channel);
      },
    },
  });
  noteChild(child.pid, child.exited);
  const terminal = child.terminal;
  channel.on("data", (data: Buffer) => terminal?.write(data));
  channel.on("close", () => {
    if (child.exitCode === null) sendSignal(child.pid, "HUP");
  });
  session.on("signal", (accept, _reject, { name }) => {
    sendSignal(child.pid, name);
    accept?.();
  });
  void child.exited.then((code) => {
    channel.exit(code);
    channel.end();
    terminal?.close();
  });
  return ({ cols, rows }) => terminal?.resize(cols, rows);
}

const IXON = 0o2000;
const STOP_CHARACTER = "\x13";
const START_CHARACTER = "\x11";

const held = new WeakSet<Bun.Terminal>();

/**
 * Stops the program's output while its client takes none, as Ctrl-S would: endless output to a sleeping client would
 * otherwise fill the memory. A Bun terminal cannot be paused, so the kernel's own flow control does it, which is
 * switched on meanwhile if the program has it off.
 */
function holdUntilDrained(terminal: Bun.Terminal, channel: ServerChannel): void {
  if (held.has(terminal)) return;
  held.add(terminal);
  const flags = terminal.inputFlags;
  terminal.inputFlags = flags | IXON;
  terminal.write(STOP_CHARACTER);
  channel.once("drain", () => {
    held.delete(terminal);
    if (terminal.closed) return;
    terminal.write(START_CHARACTER);
    if (!(flags & IXON)) terminal.inputFlags &= ~IXON;
  });
}
