import { endKey } from "../account/end-key";
import { nameOf } from "../account/login-state";
import { readProfiles, writeProfiles } from "../account/profiles";
import type { Add } from "../context";
import { EXIT, Failure } from "../failure";

export const logout: Add = (program, act) => {
  program
    .command("logout")
    .description("Ends the key that login made, and forgets it here")
    .action(
      act(async ({ env, out, global }) => {
        const profile = nameOf(env, global.profile);
        const { [profile]: known, ...others } = readProfiles(env.folder);
        if (!known) throw new Failure(`There is no profile ${profile}.`, { code: EXIT.notFound });
        const ended = await endKey(known);
        writeProfiles(env.folder, others);
        out.result({ profile, url: known.url, key_ended: ended }, () => {
          out.line(`Logged out of ${known.url}.`);
          if (!ended) out.note("The key itself goes on working; it can be ended in the menu under your name.");
        });
      }),
    );
};
