// A test run as its guard sees it: starts a process that would outlive it, and a child of that, and prints both.
import { spawn } from "node:child_process";
import { guardRun } from "../run-guard";

const { guard } = guardRun();
const child = spawn("sh", ["-c", "sleep 600 & echo $!; wait"], {
  stdio: ["ignore", "pipe", "inherit"],
  env: process.env,
});
child.stdout.once("data", (below) => console.log(`begun ${guard.pid} ${child.pid} ${String(below).trim()}`));
