import { splitSshAddr } from "~/compute/ssh-address";
import type { Check, SshFacts, TaskFacts } from "./facts";
import { keyChecks } from "./key-checks";
import { serverChecks } from "./server-checks";

const USER = "root";

/** Runs every check, in the order in which a login fails. */
export function diagnose(facts: SshFacts): Check[] {
  const { task } = facts;
  if (!task) return keyChecks(facts);
  const checks = [...keyChecks(facts), ...userName(facts, task), running(task)];
  return task.state === "running" ? [...checks, ...serverChecks(task, facts.answer)] : checks;
}

function userName({ user }: SshFacts, task: TaskFacts): Check[] {
  const name = "User name";
  const tried = user === "" ? task.refused[0]?.user : user;
  if (tried === undefined) return [];
  if (tried === USER) return [{ name, outcome: "ok", sentence: "root is right." }];
  return [
    {
      name,
      outcome: "fault",
      fault: "wrong-user",
      sentence: `${user === "" ? "The last refused login was" : "You log in"} as ${tried}; only root may log in.`,
      next: `Use root: ${command(task)}`,
    },
  ];
}

function running({ state, taskName }: TaskFacts): Check {
  const name = "The task runs";
  if (state === "running") return { name, outcome: "ok", sentence: `${taskName} is running.` };
  const waits = state === "queued" || state === "placing" || state === "starting";
  return {
    name,
    outcome: "fault",
    fault: "task-not-running",
    sentence: waits
      ? `${taskName} is ${state}: its server is not there yet.`
      : `${taskName} is ${state}: its server is not there.`,
    next: waits
      ? "Wait until its status is running; the SSH button appears then."
      : state === "incident"
        ? "Its machine does not respond. You pay nothing meanwhile; within 15 minutes it comes back or the task is refunded."
        : "Start the task again.",
  };
}

function command({ sshAddr }: TaskFacts): string {
  const address = splitSshAddr(sshAddr);
  return address ? `ssh -p ${address.port} ${USER}@${address.host}` : `ssh ${USER}@…`;
}
