import type { Add, Context } from "../context";
import { changeUserConfig, removeHosts, userConfigFile, writeHosts } from "../ssh/user-config";

export const config: Add = (program, act) => {
  program
    .command("config")
    .summary("config ssh: ssh NAME, scp and VS Code know your tasks")
    .description("Settings of other programs")
    .command("ssh")
    .description("Lets ssh NAME, scp, rsync and VS Code know your running tasks")
    .option("--remove", "takes it out again")
    .action(
      act(async ({ env, api, login, out }: Context, { remove = false }: { remove?: boolean }) => {
        const file = userConfigFile(env);
        if (remove) {
          removeHosts(env);
          out.result({ file, included: false }, () => out.line(`${file} no longer names your tasks.`));
          return;
        }
        const names = await writeHosts({ env, api: api(), profile: login().profile });
        const changed = changeUserConfig(env, "add");
        out.result({ file, included: true, changed, hosts: names }, () => {
          out.line(changed ? `${file} now includes your tasks.` : `${file} includes your tasks already.`);
          for (const name of names) out.line(`  ssh ${name}`);
          out.note("rent --wait, ls and kill keep the names fresh.");
        });
      }),
    );
};
