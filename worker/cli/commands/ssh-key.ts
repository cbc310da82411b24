import type { Add } from "../context";
import { done } from "../api/answer";
import { cut } from "../terminal/text";
import { storeKey } from "../rent/order";
import { wholeNumber } from "./option-values";

const KEY_SHOWN = 40;

export const sshKey: Add = (program, act) => {
  const command = program.command("ssh-key").description("Public keys that your tasks let in: ls, add, rm");
  command
    .command("ls")
    .description("Your stored keys")
    .action(
      act(async ({ api, out }) => {
        const { keys, key: usual } = await done(api().GET("/users/keys"));
        out.result(keys, () => {
          if (keys.length === 0)
            return out.note("No key is stored. `millrace ssh-key add ~/.ssh/id_ed25519.pub` stores one.");
          out.table(keys, [
            { head: "ID", cell: ({ id }) => String(id), right: true },
            { head: "NAME", cell: ({ name }) => name },
            { head: "DEFAULT", cell: ({ key }) => (key === usual ? "yes" : "") },
            { head: "KEY", cell: ({ key }) => cut(key, KEY_SHOWN), spare: 1 },
          ]);
        });
      }),
    );
  command
    .command("add")
    .description("Stores a public key and makes it the default")
    .argument("<file>", "such as ~/.ssh/id_ed25519.pub")
    .action(
      act(async ({ api, out }, file: string) => {
        const id = await storeKey(api(), file);
        out.result({ id }, () => out.line(`Your SSH key has been saved (${id}).`));
      }),
    );
  command
    .command("rm")
    .description("Removes a stored key; running tasks keep it")
    .argument("<id>", "as `millrace ssh-key ls` shows it", wholeNumber(1, 1e9))
    .action(
      act(async ({ api, out }, id: number) => {
        const answer = await done(api().POST("/users/keys/delete", { body: { id } }));
        out.result(answer, () => out.line(answer.human_readable_message));
      }),
    );
};
