import { accessSync, constants, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Add } from "../context";
import { readLogin } from "../account/login-state";
import { writeWhole } from "../account/write-whole";
import { patientFetch } from "../api/patient-fetch";
import { EXIT, Failure } from "../failure";
import { readOffered, sha256 } from "../update/offered-version";
import { VERSION } from "../version";

export const update: Add = (program, act) => {
  program
    .command("update")
    .description("Update to the version that your installation offers")
    .option("--check", "only check whether there is another version")
    .action(
      act(async ({ env, out, global }, { check = false }: { check?: boolean }) => {
        const { url } = readLogin(env, global.profile);
        const offered = await readOffered(url, patientFetch());
        if (!offered) throw new Failure(`${url} does not offer the millrace program.`, { code: EXIT.notFound });
        const same = offered.build === VERSION.build;
        const result = { ...VERSION, offered, updated: !same && !check };
        if (same) return out.result(result, () => out.line(`millrace ${VERSION.number} is up to date with ${url}.`));
        if (!check) await replaceOwnFile(url, offered.sha256);
        out.result(result, () =>
          out.line(
            check
              ? `${url} offers ${offered.version} (${offered.build}).`
              : `Updated to ${offered.version} (${offered.build}).`,
          ),
        );
      }),
    );
};

async function replaceOwnFile(url: string, sum: string): Promise<void> {
  const file = realpathSync(process.argv[1] ?? "");
  // A compiled binary and a program that runs from its source cannot be replaced by the script.
  if (VERSION.build === "source" || !readFileSync(file).subarray(0, 2).equals(Buffer.from("#!"))) {
    const hint = `curl -fsSL ${url}/cli/millrace -o millrace && chmod +x millrace`;
    throw new Failure("This millrace cannot update itself.", { hint });
  }
  try {
    accessSync(dirname(file), constants.W_OK);
  } catch {
    throw new Failure(`You have no permission to replace ${file}.`, {
      hint: "Run `sudo millrace update`, or install millrace in a folder that you own.",
    });
  }
  const bytes = new Uint8Array(await (await patientFetch()(new Request(`${url}/cli/millrace`))).arrayBuffer());
  if (sha256(bytes) !== sum)
    throw new Failure("The download is damaged. Nothing was changed.", { code: EXIT.unreachable });
  writeWhole(file, bytes, statSync(file).mode & 0o777);
}
