import type { ServerChannel, Session } from "ssh2";
import { runWithTerminal, type TerminalSize } from "./terminal";
import { shell } from "./base-environment";
import { runPlain } from "./plain";
import { runSftp } from "./sftp-channel";

const ACCEPTED_ENVIRONMENT = /^(LANG|LC_[A-Z]+|TERM)$/;

/** Serves one session channel of a client: a shell, a command or sftp, with or without a terminal. */
export function serveSession(session: Session, baseEnvironment: Record<string, string>): void {
  const environment = { ...baseEnvironment };
  let terminal: TerminalSize | null = null;
  let resize: ((size: TerminalSize) => void) | null = null;

  session.on("env", (accept, reject, { key, val }) => {
    if (!ACCEPTED_ENVIRONMENT.test(key)) return reject?.();
    environment[key] = val;
    accept?.();
  });
  session.on("pty", (accept, _reject, info) => {
    terminal = { cols: info.cols || 80, rows: info.rows || 24 };
    environment["TERM"] = ("term" in info && typeof info.term === "string" && info.term) || "xterm-256color";
    accept?.();
  });
  session.on("window-change", (accept, _reject, info) => {
    resize?.({ cols: info.cols || 80, rows: info.rows || 24 });
    accept?.();
  });

  const run = (channel: ServerChannel, argv: string[]) => {
    if (terminal) resize = runWithTerminal(channel, session, argv, environment, terminal);
    else runPlain(channel, session, argv, environment);
  };
  session.on("shell", (accept) => run(accept(), [shell(), "-l"]));
  session.on("exec", (accept, _reject, { command }) => run(accept(), [shell(), "-c", command]));
  session.on("subsystem", (accept, reject, { name }) => {
    if (name !== "sftp") return reject?.();
    void runSftp(accept());
  });
}
