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
  /** What to do about a fault. */
  next?: string;
  fault?: Fault;
}

/** A key that somebody pasted, by its fingerprint, or why it is none. */
export type GivenKey = { fingerprint: string } | { problem: string };

/** A login that the task's server refused of late, newest first. */
export interface RefusedLogin {
  user: string;
  /** Null for a try without a key. */
  fingerprint: string | null;
}

export interface TaskFacts {
  taskName: string;
  state: TaskState;
  sshAddr: string;
  /** Fingerprint of the key that opens it; empty where none does. */
  keyFingerprint: string;
  /** Fingerprints that its server accepts, by its agent; null when the agent does not say. */
  accepted: string[] | null;
  /** Fingerprint of its host key, by its agent; empty when unknown. */
  hostFingerprint: string;
  refused: RefusedLogin[];
  /** Whether files can be copied, as its server found when it started; null when it does not say. */
  sftp: boolean | null;
}

export interface SshFacts {
  stored: { name: string; fingerprint: string }[];
  given: GivenKey | null;
  /** The user name that is used to log in; empty when not told. */
  user: string;
  /** Null: only the key is checked. */
  task: TaskFacts | null;
  /** Null while the task does not run: nothing was asked. */
  answer: ServerAnswer | null;
}

/** The answer at the task's address. */
export type ServerAnswer =
  | { kind: "ssh"; fingerprint: string }
  /** Nothing listens there, or nothing comes back. */
  | { kind: "refused" | "silent" }
  /** Something answered that is no SSH server, or one that we cannot talk to. */
  | { kind: "no-ssh"; why: string };
