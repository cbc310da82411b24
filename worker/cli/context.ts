import type { Command } from "commander";
import { type Api, apiClient } from "./api/client";
import { type Login, readLogin, requireLogin } from "./account/login-state";
import type { CliEnv } from "./env";
import { Output } from "./terminal/output";

export interface GlobalOptions {
  json?: boolean;
  profile?: string;
}

/** The context of every command. */
export interface Context {
  env: CliEnv;
  out: Output;
  global: GlobalOptions;
  /** The stored login and its API key. @throws Failure when there is none. */
  login: () => Login & { apiKey: string };
  /** An API client with the key of the login. */
  api: () => Api;
  /** An API client for public paths; it sends the key of the login if there is one. */
  publicApi: () => Api;
}

function contextOf(command: Command, env: CliEnv): Context {
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

type Run<Args extends unknown[]> = (context: Context, ...args: Args) => Promise<void> | void;

/** Turns a function of context, arguments and options into the action of a command. */
export type Act = <Args extends unknown[]>(run: Run<Args>) => (...given: unknown[]) => Promise<void>;

/** Adds a command to the program. */
export type Add = (program: Command, act: Act) => void;

export function actWith(env: CliEnv): Act {
  return <Args extends unknown[]>(run: Run<Args>) =>
    async (...given: unknown[]) => {
      const command = given.at(-1) as Command;
      await run(contextOf(command, env), ...(given.slice(0, -1) as Args));
    };
}
