import type { Add } from "../context";
import { complete } from "../completion/complete";
import { lookUpWith } from "../completion/look-up";
import { SCRIPTS } from "../completion/scripts";
import { Failure } from "../failure";
import { shown } from "../terminal/text";

const ASK = "__complete";

export const completion: Add = (program, act) => {
  program
    .command("completion")
    .description("Print the completion script of bash, zsh or fish")
    .argument("<shell>", "bash, zsh or fish; docs/cli.md says where to save it")
    .action(
      act(({ out }, shell: string) => {
        const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
        if (!script) throw Failure.usage(`There is no completion for ${shell}.`, "Use bash, zsh or fish.");
        out.raw(script);
      }),
    );
  program
    .command(ASK, { hidden: true })
    .argument("[words...]")
    .allowUnknownOption()
    .helpOption(false)
    .action(
      act(async (context) => {
        // The words as typed: commander would stop at an option whose value is still missing.
        const words = process.argv.slice(process.argv.indexOf(ASK) + 1);
        for (const { word, about } of await complete(program, words, lookUpWith(context)))
          context.out.raw(`${shown(word)}${about ? `\t${shown(about)}` : ""}\n`);
      }),
    );
};
