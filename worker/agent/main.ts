// The agent on a GPU machine; with the name of a role it is a part of one task.
import { playRole } from "./roles";

// A part of a task does not read the agent's settings: its environment is the customer's.
if (!playRole()) {
  const { runAgent } = await import("./agent");
  await runAgent().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  });
}
