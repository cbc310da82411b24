import { homedir } from "node:os";
import { join } from "node:path";

/** The environment variables of the command line; only `readEnv` reads them. */
export interface CliEnv {
  home: string;
  /** Our configuration folder. */
  folder: string;
  apiKey: string | undefined;
  url: string | undefined;
  profile: string | undefined;
  noColour: boolean;
  forceColour: boolean;
  noUpdateCheck: boolean;
  browser: string | undefined;
  /** True for a shell over SSH, where a browser would open on the wrong machine. */
  remoteShell: boolean;
}

export function readEnv(): CliEnv {
  const set = (name: string) => process.env[name]?.trim() || undefined;
  const home = homedir();
  return {
    home,
    folder: join(set("XDG_CONFIG_HOME") ?? join(home, ".config"), "millrace"),
    apiKey: set("MILLRACE_API_KEY"),
    url: set("MILLRACE_URL"),
    profile: set("MILLRACE_PROFILE"),
    noColour: Boolean(set("NO_COLOR")) || set("TERM") === "dumb",
    forceColour: Boolean(set("FORCE_COLOR")) && set("FORCE_COLOR") !== "0",
    noUpdateCheck: Boolean(set("MILLRACE_NO_UPDATE_CHECK")) || Boolean(set("CI")),
    browser: set("BROWSER"),
    remoteShell: Boolean(set("SSH_CONNECTION")),
  };
}
