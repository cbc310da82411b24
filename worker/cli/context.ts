import type { Command } from "commander";
import { type Api, apiClient } from "./api/client";
import { type Login, readLogin, requireLogin } from "./account/login-state";
import type { CliEnv } from "./env";
import { Output } from "./terminal/output";

export interface GlobalOptions {
  json?: boolean;
  profile?: string;
}

/** What a command works with. */
export interface Context {
  env: CliEnv;
  out: Output;
  global: GlobalOptions;
  /** Who acts where. @throws Failure when nobody is logged in. */
  login: () => Login & { apiKey: string };
  /** Calls with the key of who is logged in. */
  api: () => Api;
  /** Calls that need no key, with one where there is one. */
  publicApi: () => Api;
}

export function contextOf(command: Command, env: CliEnv): Context {
  const global = command.optsWithGlobals<GlobalOptions>();
  const login = () => requireLogin(env, global.profile);
  return {
    env,
    global,
    out: new Output(global.json ?? false, env),
    login,
    api: () => apiClient(login()),
    publicApi: () => apiClient(readLogin(env, global.profile)),
  };
}
