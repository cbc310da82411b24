import type { ServerChannel, Session } from "ssh2";
import { sendSignal } from "./signal";

export interface TerminalSize {
  cols: number;
  rows: number;
}

/** Runs a program on a terminal of its own and gives the function by which the client resizes it. */
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
      data: (_terminal, data) => {
        channel.write(data);
      },
    },
  });
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
