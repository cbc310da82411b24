// Requests a file that is missing for a moment, and again once it is there.
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileAnswers } from "~/platform/http/server-files";

const folder = mkdtempSync(join(tmpdir(), "millrace-files-"));
try {
  const file = join(folder, "a.js");
  writeFileSync(file, "export default 1;\n");
  const answer = fileAnswers([folder]);
  const ask = async () => {
    try {
      return (await answer(new Request("http://localhost/a.js"), "/a.js"))?.status;
    } catch {
      return "fault";
    }
  };
  renameSync(file, `${file}.away`);
  const away = await ask();
  renameSync(`${file}.away`, file);
  console.log(`answered ${away} ${await ask()}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
