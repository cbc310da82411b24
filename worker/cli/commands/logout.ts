import { nameOf } from "../account/login-state";
import { type Profile, readProfiles, writeProfiles } from "../account/profiles";
import type { Add } from "../act";
import { done } from "../api/answer";
import { apiClient } from "../api/client";
import { EXIT } from "../exit-codes";
import { Failure } from "../failure";

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

/** Whether the key works no more. One that a person gave us is theirs to end: other programs may use it. */
async function endKey({ url, api_key: apiKey, expires_ts: made }: Profile): Promise<boolean> {
  if (made === undefined) return false;
  try {
    await done(apiClient({ url, apiKey }).POST("/v1/api-keys/revoke", { body: {} }));
    return true;
  } catch (error) {
    return error instanceof Failure && error.code === EXIT.login;
  }
}
