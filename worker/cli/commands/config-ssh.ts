import type { Add, Context } from "../context";
import { changeUserConfig, removeHosts, userConfigFile, writeHosts } from "../ssh/user-config";

export const config: Add = (program, act) => {
  program
    .command("config")
    .summary("config ssh: use task names with ssh, scp and VS Code")
    .description("Configure other programs")
    .command("ssh")
    .description("Let ssh, scp, rsync and VS Code find running tasks by name")
    .option("--remove", "remove this configuration")
    .action(
      act(async ({ env, api, login, out }: Context, { remove = false }: { remove?: boolean }) => {
        const file = userConfigFile(env);
        if (remove) {
          removeHosts(env);
          out.result({ file, included: false }, () => out.line(`${file} no longer includes your tasks.`));
          return;
        }
        const names = await writeHosts({ env, api: api(), profile: login().profile });
        const changed = changeUserConfig(env, "add");
        out.result({ file, included: true, changed, hosts: names }, () => {
          out.line(changed ? `${file} now includes your tasks.` : `${file} already includes your tasks.`);
          for (const name of names) out.line(`  ssh ${name}`);
          out.note("rent --wait, ls and kill keep these names up to date.");
        });
      }),
    );
};
