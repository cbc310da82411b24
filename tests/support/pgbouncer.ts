import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { findFreePort } from "../../worker/up/ports";
import { unprivileged } from "../../worker/up/unprivileged";

export const hasPgbouncer = spawnSync("pgbouncer", ["--version"]).status === 0;

export interface PgbouncerSettings {
  pool_mode: "session" | "transaction" | "statement";
  /** Without it PgBouncer refuses each session that has settings of its own. */
  ignore_startup_parameters?: string;
  default_pool_size?: number;
}

/** What our sessions ask for at their start. */
export const OUR_PARAMETERS =
  "extra_float_digits,options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout";

/** Runs PgBouncer in front of the server of `url`. Anybody may log in, as the user of `url`. */
export async function startPgbouncer(
  url: string,
  settings: PgbouncerSettings,
): Promise<{ url: string; end(): Promise<void> }> {
  const { hostname, port, username, password } = new URL(url);
  const dir = mkdtempSync(join(tmpdir(), "millrace-pgbouncer-"));
  const launcher = await unprivileged(dir);
  const ownPort = await findFreePort();
  const lines = Object.entries({ listen_addr: "127.0.0.1", listen_port: ownPort, auth_type: "any", ...settings });
  const file = join(dir, "pgbouncer.ini");
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${port || 5432} user=${decodeURIComponent(username)} password=${decodeURIComponent(password)}
[pgbouncer]
unix_socket_dir =
${lines.map(([name, value]) => `${name} = ${value}`).join("\n")}
`,
  );
  chmodSync(dir, 0o700);
  for (const path of [dir, file]) if (launcher.uid !== undefined) chownSync(path, launcher.uid, launcher.gid ?? 0);
  const child = launcher.spawn("pgbouncer", [file]);
  const gone = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const said: string[] = [];
  await new Promise<void>((resolve, reject) => {
    for (const input of [child.stdout, child.stderr])
      if (input)
        createInterface({ input }).on("line", (line) => {
          said.push(line);
          if (line.includes("process up")) resolve();
        });
    void gone.then(() => reject(new Error(`pgbouncer ended:\n${said.join("\n")}`)));
  });
  const own = new URL(url);
  own.host = `127.0.0.1:${ownPort}`;
  return {
    url: own.href,
    end: async () => {
      child.kill("SIGTERM");
      await gone;
      rmSync(dir, { recursive: true });
    },
  };
}
