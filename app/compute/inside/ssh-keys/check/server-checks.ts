import type { Check, ServerAnswer, TaskFacts } from "./facts";
import { RECOMMENDED_PROGRAMS } from "~/compute/recommended-programs";

/** Checks that the task's server has the key, can be reached and is the expected one. */
export function serverChecks(task: TaskFacts, answer: ServerAnswer | null): Check[] {
  return [acceptedKey(task), port(task, answer), ...hostKey(task, answer), fileCopies(task), ...programs(task)];
}

function acceptedKey({ accepted, keyFingerprint }: TaskFacts): Check {
  const name = "The machine has the task's key";
  if (keyFingerprint === "")
    return {
      name,
      outcome: "fault",
      fault: "no-key-stored",
      sentence: "No SSH key opens this task: the person who started it may no longer act on it.",
      next: "Once the team's owner or the person who started the task stores a key on the SSH keys screen, that key opens it.",
    };
  if (accepted === null)
    return { name, outcome: "unknown", sentence: "This machine does not report which keys it has." };
  if (accepted.includes(keyFingerprint)) return { name, outcome: "ok", sentence: `It accepts ${keyFingerprint}.` };
  return {
    name,
    outcome: "fault",
    fault: "key-missing-on-node",
    sentence: "The task's server does not have the key, or cannot use keys of its type.",
    next: "Start the task again with a key made by ssh-keygen -t ed25519. If that does not help, contact us.",
  };
}

function port({ sshAddr }: TaskFacts, answer: ServerAnswer | null): Check {
  const name = "The port answers";
  if (answer === null) return { name, outcome: "unknown", sentence: "The task has no address yet." };
  if (answer.kind === "ssh") return { name, outcome: "ok", sentence: `An SSH server answers at ${sshAddr}.` };
  const found = {
    refused: "refuses connections, seen from us.",
    silent: "does not answer within 5 seconds, seen from us.",
    "no-ssh": "answers, but not as an SSH server does, seen from us.",
    "turned-away": "turns connections away:",
  }[answer.kind];
  return {
    name,
    outcome: "fault",
    fault: "port-unreachable",
    sentence: `${sshAddr} ${found}${answer.kind === "turned-away" ? ` ${answer.why}` : ""}`,
    next: "It is not your key. Wait a minute and check again. If that does not help, start the task again or contact us.",
  };
}

function fileCopies({ sftp }: TaskFacts): Check {
  const name = "Files can be copied";
  if (sftp === null)
    return {
      name,
      outcome: "unknown",
      sentence: "This task's server does not report whether scp and sftp work.",
    };
  if (sftp) return { name, outcome: "ok", sentence: "scp and sftp work: the task's server tried when it started." };
  return {
    name,
    outcome: "fault",
    fault: "no-file-copies",
    sentence: "The task's server does not support scp and sftp.",
    next: "Until we have repaired it: tar -c folder | ssh … tar -x. Please contact us.",
  };
}

function programs({ programs: there }: TaskFacts): Check[] {
  if (there === null) return [];
  const missing = RECOMMENDED_PROGRAMS.filter((name) => !there.includes(name));
  const copies = missing.includes("rsync") ? " Copy files with scp." : "";
  const keeps = missing.includes("tmux") ? " Use nohup for programs that must keep running." : "";
  return [
    {
      name: "Programs",
      outcome: "ok",
      sentence: [
        there.length === 0 ? "" : `The task has ${inWords(there)}.`,
        missing.length === 0 ? "" : ` It lacks ${inWords(missing)}.${copies}${keeps}`,
      ]
        .join("")
        .trim(),
    },
  ];
}

function inWords(names: string[]): string {
  return new Intl.ListFormat("en-GB").format(names);
}

function hostKey({ hostFingerprint, sshAddr }: TaskFacts, answer: ServerAnswer | null): Check[] {
  const name = "The server belongs to your task";
  if (answer?.kind !== "ssh") return [];
  if (hostFingerprint === "")
    return [{ name, outcome: "unknown", sentence: `The server shows ${answer.fingerprint}.` }];
  if (answer.fingerprint === hostFingerprint) {
    return [{ name, outcome: "ok", sentence: `The server proves the host key ${hostFingerprint}.` }];
  }
  return [
    {
      name,
      outcome: "fault",
      fault: "host-key-differs",
      sentence: `Another server answers at ${sshAddr}: it shows ${answer.fingerprint}, your task has ${hostFingerprint}.`,
      next: "Do not log in. Check again in a minute; if nothing has changed, contact us.",
    },
  ];
}
