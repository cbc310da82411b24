// The agent on a GPU machine, or with `pilot` in the place of an engine; with the name of a role it is a part of one task.
import { playRole } from "./roles";

// A part of a task does not read the agent's settings: its environment is the customer's.
if (!playRole()) {
  await (process.argv.includes("pilot") ? startPilot() : startAgent()).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  });
}

async function startAgent(): Promise<void> {
  const { runAgent } = await import("./agent");
  await runAgent();
}

async function startPilot(): Promise<void> {
  const { unpackedCommand } = await import("./inside/unpacked");
  const command = process.pid === 1 ? unpackedCommand() : null;
  if (command) return await (await import("./inside/first-process")).beFirst([...command, "pilot"]);
  const { runPilot } = await import("./pilot/pilot");
  await runPilot();
}
