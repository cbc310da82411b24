import type { Add } from "../context";
import { done } from "../api/answer";
import { cut } from "../terminal/text";
import { storeKey } from "../rent/order";
import { wholeNumber } from "./option-values";

const KEY_SHOWN = 40;

export const sshKey: Add = (program, act) => {
  const command = program.command("ssh-key").description("Manage public SSH keys: ls, add, rm");
  command
    .command("ls")
    .description("List your stored keys")
    .action(
      act(async ({ api, out }) => {
        const { keys, key: usual } = await done(api().GET("/users/keys"));
        out.result(keys, () => {
          if (keys.length === 0)
            return out.note("You have no stored keys. To add one: millrace ssh-key add ~/.ssh/id_ed25519.pub");
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
    .description("Store a public key and make it the default")
    .argument("<file>", "such as ~/.ssh/id_ed25519.pub")
    .action(
      act(async ({ api, out }, file: string) => {
        const id = await storeKey(api(), file);
        out.result({ id }, () => out.line(`Your SSH key has been saved (${id}).`));
      }),
    );
  command
    .command("rm")
    .description("Remove a stored key; running tasks keep it")
    .argument("<id>", "key id, as listed by `millrace ssh-key ls`", wholeNumber(1, 1e9))
    .action(
      act(async ({ api, out }, id: number) => {
        const answer = await done(api().POST("/users/keys/delete", { body: { id } }));
        out.result(answer, () => out.line(answer.human_readable_message));
      }),
    );
};
