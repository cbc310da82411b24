import type { Command } from "commander";
import { type Context, contextOf } from "./context";
import type { CliEnv } from "./env";

/** Makes a command's action of a function that gets what it works with first, then its arguments and options. */
export type Act = <Args extends unknown[]>(
  run: (context: Context, ...args: Args) => Promise<void> | void,
) => (...given: unknown[]) => Promise<void>;

/** Adds a command to the program. */
export type Add = (program: Command, act: Act) => void;

export function actWith(env: CliEnv): Act {
  return <Args extends unknown[]>(run: (context: Context, ...args: Args) => Promise<void> | void) =>
    async (...given: unknown[]) => {
      const command = given.at(-1) as Command;
      await run(contextOf(command, env), ...(given.slice(0, -1) as Args));
    };
}
