import type { Add } from "../act";
import { nameOf } from "../account/login-state";
import { readProfiles, writeProfiles } from "../account/profiles";
import { EXIT } from "../exit-codes";
import { Failure } from "../failure";

export const logout: Add = (program, act) => {
  program
    .command("logout")
    .description("Forgets the key of a profile on this machine")
    .action(
      act(({ env, out, global }) => {
        const profile = nameOf(env, global.profile);
        const { [profile]: known, ...others } = readProfiles(env.folder);
        if (!known) throw new Failure(`There is no profile ${profile}.`, { code: EXIT.notFound });
        writeProfiles(env.folder, others);
        out.result({ profile, url: known.url }, () => {
          out.line(`Logged out of ${known.url}.`);
          out.note("The key itself goes on working: who has it can end it under Security.");
        });
      }),
    );
};
