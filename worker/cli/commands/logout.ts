import { endKey } from "../account/end-key";
import { nameOf } from "../account/login-state";
import { readProfiles, writeProfiles } from "../account/profiles";
import type { Add } from "../context";
import { EXIT, Failure } from "../failure";
import { forgetHosts } from "../ssh/user-config";

export const logout: Add = (program, act) => {
  program
    .command("logout")
    .description("Log out and revoke the key that login created")
    .action(
      act(async ({ env, out, global }) => {
        const profile = nameOf(env, global.profile);
        const known = readProfiles(env.folder)[profile];
        if (!known) throw new Failure(`You have no profile named ${profile}.`, { code: EXIT.notFound });
        const ended = await endKey(known);
        // Read again: another login may have been stored meanwhile.
        const { [profile]: _ended, ...others } = readProfiles(env.folder);
        writeProfiles(env.folder, others);
        forgetHosts(env, profile);
        out.result({ profile, url: known.url, key_ended: ended }, () => {
          out.line(`Logged out of ${known.url}.`);
          if (!ended) out.note("The API key is still valid. To revoke it, open API keys in the menu under your name.");
        });
      }),
    );
};
