import { spawn } from "node:child_process";
import type { ServerChannel, Session } from "ssh2";
import { noteChild } from "./children";
import { sendSignal } from "./signal";

/** Runs a program on a channel without a terminal: its input, output, errors and exit code are the channel's. */
export function runPlain(
  channel: ServerChannel,
  session: Session,
  argv: string[],
  environment: Record<string, string>,
): void {
  const [program = "/bin/false", ...args] = argv;
  const child = spawn(program, args, {
    env: environment as NodeJS.ProcessEnv,
    cwd: environment["HOME"],
    detached: true,
  });
  noteChild(child.pid, new Promise((resolve) => child.once("close", resolve).once("error", resolve)));
  child.on("error", () => {
    channel.exit(127);
    channel.end();
  });
  channel.pipe(child.stdin);
  child.stdin.on("error", () => {});
  child.stdout.pipe(channel, { end: false });
  child.stderr.pipe(channel.stderr, { end: false });
  session.on("signal", (accept, _reject, { name }) => {
    sendSignal(child.pid, name);
    accept?.();
  });
  // 'close' comes when the program has ended and all its output has passed through.
  child.on("close", (code, signal) => {
    if (signal) channel.exit(signal.replace(/^SIG/, ""));
    else channel.exit(code ?? 0);
    channel.end();
  });
  channel.on("close", () => child.stdin.end());
}
