import type { Check, GivenKey, SshFacts, TaskFacts } from "./facts";

/** Checks that a key is stored, and that the used one is the right one. */
export function keyChecks(facts: SshFacts): Check[] {
  return [storedKeys(facts), ...givenKey(facts)];
}

function storedKeys({ stored, task }: SshFacts): Check {
  const name = "A key is stored";
  if (stored.length === 0 && !task) {
    return {
      name,
      outcome: "fault",
      fault: "no-key-stored",
      sentence: "No SSH key is stored in your account.",
      next: "Paste your public key on the SSH keys screen; it opens the tasks that you start from then on.",
    };
  }
  if (stored.length === 0) {
    return {
      name,
      outcome: "ok",
      sentence: "None are stored now, but the task keeps the key it has.",
    };
  }
  return {
    name,
    outcome: "ok",
    sentence: stored.length === 1 ? "1 key is stored." : `${stored.length} keys are stored.`,
  };
}

function givenKey({ given, stored, task, ...facts }: SshFacts): Check[] {
  const name = "Your key";
  // Without a pasted key, the newest refused login shows which one was tried.
  const tried = given ?? triedKey(task);
  if (tried === null) return [];
  if ("problem" in tried) {
    return [
      {
        name,
        outcome: "fault",
        fault: "bad-key",
        sentence: tried.problem,
        next: "Paste the whole line of the file ending in .pub, or what ssh-keygen -l prints for it.",
      },
    ];
  }
  // Another check reports a machine without keys, on which every key fails.
  if (task?.keyFingerprint === "") return [];
  const known = stored.find(({ fingerprint }) => fingerprint === tried.fingerprint);
  const wanted = task ? [task.keyFingerprint, ...(task.accepted ?? [])] : stored.map((key) => key.fingerprint);
  if (wanted.includes(tried.fingerprint)) {
    const which = known ? `“${known.name}”, ` : "";
    return [
      {
        name,
        outcome: "ok",
        sentence: `${which}${tried.fingerprint} opens ${task ? "this task" : "what you start with it"}.`,
      },
    ];
  }
  if (!task && facts.user === "" && stored.length === 0) return [];
  const right = task ? stored.find(({ fingerprint }) => fingerprint === task.keyFingerprint) : undefined;
  const whose = right ? `“${right.name}”, ` : "";
  return [
    {
      name,
      outcome: "fault",
      fault: "another-key",
      sentence: task
        ? `You use ${tried.fingerprint}, but the task has another key: ${whose}${task.keyFingerprint}.`
        : `${tried.fingerprint} is not one of your stored keys.`,
      next: task
        ? "Name the file of that key with ssh -i, or start the task again with the key you have."
        : "Store this key above. It opens tasks that you start with it from then on, not those that are already running.",
    },
  ];
}

function triedKey(task: TaskFacts | null): GivenKey | null {
  const fingerprint = task?.refused.find((login) => login.fingerprint !== null)?.fingerprint;
  return fingerprint ? { fingerprint } : null;
}
