import type { TaskState } from "~/compute/task-states";

/** The faults that the check names. */
export type Fault =
  | "bad-key"
  | "no-key-stored"
  | "another-key"
  | "wrong-user"
  | "task-not-running"
  | "key-missing-on-node"
  | "port-unreachable"
  | "host-key-differs"
  | "no-file-copies";

/** One check and its outcome. */
export interface Check {
  name: string;
  outcome: "ok" | "fault" | "unknown";
  sentence: string;
  /** Advice for a fault. */
  next?: string;
  fault?: Fault;
}

/** A pasted key, by its fingerprint, or the fault in it. */
export type GivenKey = { fingerprint: string } | { problem: string };

/** A login that the task's server recently refused, newest first. */
export interface RefusedLogin {
  user: string;
  /** Null for a try without a key. */
  fingerprint: string | null;
}

export interface TaskFacts {
  taskName: string;
  state: TaskState;
  sshAddr: string;
  /** Fingerprint of the key that opens it; empty if none does. */
  keyFingerprint: string;
  /** Fingerprints that its server accepts, from its agent; null from an agent that reports none. */
  accepted: string[] | null;
  /** Fingerprint of its host key, by its agent; empty when unknown. */
  hostFingerprint: string;
  refused: RefusedLogin[];
  /** Result of the server's SFTP check at its start; null if not reported. */
  sftp: boolean | null;
  /** Recommended programs that it has; null if not reported. */
  programs: string[] | null;
}

export interface SshFacts {
  stored: { name: string; fingerprint: string }[];
  given: GivenKey | null;
  /** User name of the login; empty if not given. */
  user: string;
  /** Null: only the key is checked. */
  task: TaskFacts | null;
  /** Null while the task does not run: the check was skipped. */
  answer: ServerAnswer | null;
}

/** The answer at the task's address. */
export type ServerAnswer =
  | { kind: "ssh"; fingerprint: string }
  /** Nothing listens there, or no answer arrives. */
  | { kind: "refused" | "silent" }
  /** Something answered that is not an SSH server, or one that we cannot talk to. */
  | { kind: "no-ssh"; why: string };
