import type { Command } from "commander";
import type { Add } from "../act";
import { complete } from "../completion/complete";
import { knownBy } from "../completion/known";
import { SCRIPTS } from "../completion/scripts";
import { Failure } from "../failure";
import { shown } from "../terminal/text";

export const completion: Add = (program, act) => {
  program
    .command("completion")
    .description("Completion for your shell: bash, zsh, fish")
    .argument("<shell>", "bash, zsh or fish; docs/cli.md says where it goes")
    .action(
      act(({ out }, shell: string) => {
        const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
        if (!script) throw Failure.usage(`There is no completion for ${shell}.`, "bash, zsh or fish.");
        out.raw(script);
      }),
    );
  const asked: Command = program
    .command("__complete", { hidden: true })
    .argument("[words...]")
    .allowUnknownOption()
    .helpOption(false)
    .action(
      act(async (context) => {
        // As they were typed: an option without its value is no error yet.
        const words = process.argv.slice(process.argv.indexOf(asked.name()) + 1);
        const { candidates, files } = await complete(program, words, knownBy(context));
        for (const { word, about } of candidates)
          context.out.raw(
            `${[word, about]
              .filter(Boolean)
              .map((part) => shown(part ?? ""))
              .join("\t")}\n`,
          );
        if (files) context.out.line(":files");
      }),
    );
};
