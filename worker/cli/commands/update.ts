import { accessSync, constants, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Add } from "../context";
import { readLogin } from "../account/login-state";
import { writeWhole } from "../account/write-whole";
import { patientFetch } from "../api/patient-fetch";
import { EXIT, Failure } from "../failure";
import { readOffered, sha256 } from "../update/offered";
import { VERSION } from "../version";

export const update: Add = (program, act) => {
  program
    .command("update")
    .description("Takes the version that your installation offers")
    .option("--check", "only say whether there is another")
    .action(
      act(async ({ env, out, global }, { check = false }: { check?: boolean }) => {
        const { url } = readLogin(env, global.profile);
        const offered = await readOffered(url, patientFetch());
        if (!offered) throw new Failure(`${url} offers no command line.`, { code: EXIT.notFound });
        const same = offered.build === VERSION.build;
        const told = { ...VERSION, offered, updated: !same && !check };
        if (same) return out.result(told, () => out.line(`This is the version of ${url}: ${VERSION.number}.`));
        if (!check) await replaceOwnFile(url, offered.sha256);
        out.result(told, () =>
          out.line(
            check
              ? `${url} offers ${offered.version} (${offered.build}).`
              : `Now ${offered.version} (${offered.build}).`,
          ),
        );
      }),
    );
};

async function replaceOwnFile(url: string, sum: string): Promise<void> {
  const file = realpathSync(process.argv[1] ?? "");
  // A program compiled into one binary, or run from its source, is no script that this file could stand for.
  if (VERSION.build === "source" || !readFileSync(file).subarray(0, 2).equals(Buffer.from("#!"))) {
    const hint = `curl -fsSL ${url}/cli/millrace -o millrace && chmod +x millrace`;
    throw new Failure("This millrace cannot replace itself.", { hint });
  }
  try {
    accessSync(dirname(file), constants.W_OK);
  } catch {
    throw new Failure(`${file} may not be replaced by you.`, {
      hint: `sudo millrace update, or install it to a folder of yours.`,
    });
  }
  const bytes = new Uint8Array(await (await patientFetch()(new Request(`${url}/cli/millrace`))).arrayBuffer());
  if (sha256(bytes) !== sum)
    throw new Failure("What came is not what was promised. Nothing was changed.", { code: EXIT.unreachable });
  writeWhole(file, bytes, statSync(file).mode & 0o777);
}
