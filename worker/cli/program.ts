import { Command } from "commander";
import { actWith, type Add } from "./context";
import { balance } from "./commands/balance";
import { completion } from "./commands/completion";
import { config } from "./commands/config-ssh";
import { cp } from "./commands/cp";
import { gpus } from "./commands/gpus";
import { kill } from "./commands/kill";
import { login } from "./commands/login";
import { logout } from "./commands/logout";
import { logs } from "./commands/logs";
import { ls } from "./commands/ls";
import { rent } from "./commands/rent";
import { ssh } from "./commands/ssh";
import { sshKey } from "./commands/ssh-key";
import { templates } from "./commands/templates";
import { top } from "./commands/top";
import { topUp } from "./commands/top-up";
import { update } from "./commands/update";
import { volumes } from "./commands/volumes";
import { whoami } from "./commands/whoami";
import type { CliEnv } from "./env";
import { helpOf } from "./terminal/help";
import { VERSION } from "./version";

const COMMANDS: Record<string, Add[]> = {
  Rent: [gpus, templates, rent, ls, top, logs, kill, volumes],
  Connect: [ssh, cp, config, sshKey],
  Account: [login, logout, whoami, balance, topUp],
  More: [completion, update],
};

/** Builds the command line. Errors are thrown, so that only `main` ends the process and chooses its exit code. */
export function makeProgram(env: CliEnv): Command {
  const program = new Command("millrace")
    .description("Rent GPUs by the second.")
    .version(`millrace ${VERSION.number} (${VERSION.build})`, "-V, --version", "print the version")
    .option("--json", "print JSON")
    .option("--profile <name>", "use this stored login")
    .helpOption("-h, --help", "print help")
    .helpCommand(false)
    .showSuggestionAfterError()
    .configureHelp({ formatHelp: helpOf })
    .exitOverride()
    .configureOutput({ outputError: () => undefined });
  for (const [group, adds] of Object.entries(COMMANDS)) {
    program.commandsGroup(group);
    for (const add of adds) add(program, actWith(env));
  }
  return program;
}
