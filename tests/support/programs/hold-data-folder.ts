// Takes the data folder named on the command line, and keeps it until this process ends or releases it on request.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { lockDataFolder } from "../../../worker/up/data-folder";
import { takeLock } from "../../../worker/up/kernel-lock";

const [dir = "", mode] = process.argv.slice(2);
try {
  const release = mode === "unsigned" ? takeLock(join(dir, "lock")) : lockDataFolder(dir, "npm start");
  // Unreferenced objects are collected now, not at some later time.
  Bun.gc(true);
  const child = mode === "with-child" ? spawn("sleep", ["60"], { stdio: "ignore", detached: true }) : null;
  console.log(`held ${child?.pid ?? ""}`);
  if (mode === "let-go") {
    release?.();
    console.log("let go");
  }
  setInterval(() => {}, 60_000);
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
}
