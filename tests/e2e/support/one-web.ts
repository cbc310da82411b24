import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { findFreePort } from "../../../worker/up/ports";
import { until } from "../../support/until";

export interface OneWeb {
  origin: string;
  stop: () => Promise<void>;
}

/**
 * One more web process of the built product, with its own settings and optionally its own server; it waits only for
 * `/healthz`.
 */
export async function startOneWeb(
  settings: Record<string, string>,
  [program, ...args]: [string, ...string[]] = ["node_modules/.bin/bun", "app/server.ts"],
  /** File that receives its log. */
  log?: number,
): Promise<OneWeb> {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const web: ChildProcess = spawn(program, args, {
    env: {
      ...process.env,
      NODE_ENV: "production",
      MILLRACE_DEMO: "1",
      HOST: "127.0.0.1",
      PORT: String(port),
      APP_ORIGIN: origin,
      MILLRACE_SECRET: "e".repeat(43),
      LOG_LEVEL: "silent",
      ...settings,
    },
    stdio: ["ignore", log ?? "ignore", log ?? "ignore"],
  });
  await until("web to answer", () =>
    fetch(`${origin}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return {
    origin,
    stop: async () => {
      if (web.exitCode !== null || web.signalCode !== null) return;
      const ended = once(web, "exit");
      web.kill("SIGTERM");
      await ended;
    },
  };
}
