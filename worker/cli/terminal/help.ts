import type { Command, Help } from "commander";

/** The help of a command. It fits a screen of 80 by 24, which a test checks. */
export function helpOf(command: Command, helper: Help): string {
  const lines = command.parent === null ? programHelp(command, helper) : commandHelp(command, helper);
  return `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}

/** Lists the commands by group. */
function programHelp(program: Command, helper: Help): string[] {
  const commands = helper.visibleCommands(program).filter((command) => command.name() !== "help");
  const wide = Math.max(...commands.map((command) => command.name().length)) + 2;
  const groups = new Set<string>();
  const rows = commands.map((command) => {
    const group = command.helpGroup();
    const head = groups.has(group) ? "" : group;
    groups.add(group);
    return `  ${head.padEnd(9)}${command.name().padEnd(wide)}${command.summary() || command.description()}`;
  });
  return [
    `${program.description()} For the options of a command: millrace COMMAND --help`,
    "",
    ...rows,
    "",
    "  Options of every command: --json   --profile NAME   -h, --help",
    "  MILLRACE_API_KEY, MILLRACE_URL, MILLRACE_PROFILE override the stored login.",
  ];
}

function commandHelp(command: Command, helper: Help): string[] {
  const options = helper.visibleOptions(command).filter((option) => option.long !== "--help");
  const rows: [string, string][] = [
    ...helper.visibleArguments(command).map((one): [string, string] => [helper.argumentTerm(one), one.description]),
    ...options.map((one): [string, string] => [helper.optionTerm(one), one.description]),
    ...helper
      .visibleCommands(command)
      .filter((one) => one.name() !== "help")
      .map((one): [string, string] => [helper.subcommandTerm(one), one.description()]),
  ];
  const wide = Math.max(0, ...rows.map(([term]) => term.length)) + 2;
  return [
    `Usage: ${helper.commandUsage(command)}`,
    "",
    command.description(),
    ...(rows.length > 0 ? [""] : []),
    ...rows.map(([term, words]) => `  ${term.padEnd(wide)}${words}`),
  ];
}
