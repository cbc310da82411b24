// Logs each line that it reads, and then says so on standard error; ends with its input.
import { createInterface } from "node:readline";
import { logOutput } from "~/platform/log-output.server";

const output = logOutput();
createInterface({ input: process.stdin })
  .on("line", (line) => {
    output.write(`${line}\n`);
    process.stderr.write(`${line}\n`);
  })
  .on("close", () => process.exit(0));
