import { db } from "~/platform/db.server";
import { M } from "~/compute/messages";
import { Refusal } from "~/platform/refusal";
import type { TaskState } from "~/compute/task-states";
import { listSshKeys } from "~/compute/list-ssh-keys.server";
import { isAt, splitSshAddr } from "~/compute/ssh-address";
import { askServer } from "./ask-server.server";
import { diagnose } from "./diagnose";
import { gatewayAddr } from "~/compute/ssh-gateway.server";
import type { Check, RefusedLogin, ServerAnswer, TaskFacts } from "./facts";
import { fingerprintOfLine } from "~/platform/fingerprint.server";
import { programsIn } from "~/compute/recommended-programs";
import { readGivenKey } from "./given-key.server";

const REFUSED_SINCE_MS = 15 * 60_000;
const REFUSED_CHUNKS = 50;
/** A refusal in the log of the task's own server. */
const REFUSED = /ssh: refused (?:key (SHA256:[A-Za-z0-9+/]{43})|[\w-]+) for user (\S{1,32}) from/g;
const SFTP = /sftp: (works|does not work)$/m;

interface Asked {
  tenantId: number;
  userId: number;
  /** Null: only the key is checked. */
  resvGuid: string | null;
  /** Node of the task, from 1. */
  node?: number;
  /** A public key, a fingerprint, or an empty text. */
  key: string;
  /** User name of the login, or nothing. */
  user: string;
  now: Date;
}

/**
 * Finds out why a login by SSH to one of a task's nodes fails. Connects to the task's own address on that node, and to no
 * other. @throws Refusal M04, also if the task does not have this node.
 */
export async function checkSsh({ tenantId, userId, resvGuid, node = 1, key, user, now }: Asked): Promise<Check[]> {
  const [stored, task] = await Promise.all([
    listSshKeys({ tenantId, userId }),
    resvGuid === null ? null : readTaskFacts({ tenantId, resvGuid, node, now }),
  ]);
  const given = readGivenKey(key);
  if (!task) return diagnose({ stored, given, user: user.trim(), task: null, answer: null });
  const { nodeIps, sshPort, ...facts } = task;
  const answer = await ask(facts, { nodeIps, sshPort });
  return diagnose({ stored, given, user: user.trim(), task: facts, answer });
}

/** Allows connections only to the task's node or its port of our gateway, whatever address an agent reports. */
async function ask({ state, sshAddr }: TaskFacts, { nodeIps, sshPort }: Places): Promise<ServerAnswer | null> {
  const address = state === "running" ? splitSshAddr(sshAddr) : null;
  const isOurs = sshPort !== null && sshAddr === gatewayAddr(sshPort);
  return address && (isOurs || isAt(address, nodeIps)) ? await askServer(address) : null;
}

interface Row {
  taskName: string;
  state: TaskState;
  /** True if the task has a placement on that node. */
  placed: boolean;
  sshAddr: string;
  publicKey: string;
  hostKey: string;
  accepted: string[] | null;
  log: string[];
  /** Chunk of its log in which the server reports whether SFTP works. */
  sftpLog: string | null;
  /** Chunk in which it reports the programs of the task. */
  programsLog: string | null;
  /** Addresses of that node itself. */
  nodeIps: string[];
  /** Its port of the SSH gateway; null without one. */
  sshPort: number | null;
}

type Places = Pick<Row, "nodeIps" | "sshPort">;

/** Reads the state of the node's newest placement, and its server's log. */
async function readTaskFacts(given: {
  tenantId: number;
  resvGuid: string;
  node: number;
  now: Date;
}): Promise<TaskFacts & Places> {
  const [row] = await db.query<Row>(
    `select t.task_name as "taskName", t.state, p.placement_id is not null as placed, t.ssh_public_key as "publicKey",
       coalesce(p.ssh_addr, '') as "sshAddr", coalesce(p.ssh_host_key, '') as "hostKey", p.ssh_keys as accepted,
       array_remove(array[n.ip_public, n.ip_internal], null) as "nodeIps",
       (select port from ssh_port where placement_id = p.placement_id) as "sshPort",
       array(select text from task_log l where l.resv_guid = t.resv_guid and l.placement_id = p.placement_id
         and l.stream = 'err' and l.at > $4 order by seq desc limit ${REFUSED_CHUNKS}) as log,
       (select text from task_log l where l.resv_guid = t.resv_guid and l.placement_id = p.placement_id
         and l.stream = 'err' and l.text like '%sftp: %' order by seq limit 1) as "sftpLog",
       (select text from task_log l where l.resv_guid = t.resv_guid and l.placement_id = p.placement_id
         and l.stream = 'err' and l.text like '%programs: %' order by seq limit 1) as "programsLog"
     from task t left join lateral (
       select * from placement p where p.resv_guid = t.resv_guid and p.rank = $3::int - 1 order by p.attempt desc limit 1
     ) p on true left join node n on n.id = p.node_id
     where t.resv_guid = $1 and t.tenant_id = $2`,
    [given.resvGuid, given.tenantId, given.node, new Date(given.now.getTime() - REFUSED_SINCE_MS)],
  );
  if (!row || (row.state === "running" && !row.placed)) throw new Refusal(M.notFound, { status: 404 });
  const { placed: _, publicKey, hostKey, log, sftpLog, programsLog, ...facts } = row;
  return {
    ...facts,
    keyFingerprint: fingerprintOfLine(publicKey),
    hostFingerprint: fingerprintOfLine(hostKey),
    refused: refusedIn(log),
    sftp: SFTP.exec(sftpLog ?? "")?.[1]?.startsWith("works") ?? null,
    programs: programsIn(programsLog ?? ""),
  };
}

/** Newest first. Refusals before a successful login are harmless, for example an ssh agent's other keys. */
function refusedIn(newestFirst: string[]): RefusedLogin[] {
  const text = [...newestFirst].reverse().join("");
  const sinceLogin = text.slice(text.lastIndexOf("ssh: connected from") + 1);
  return [...sinceLogin.matchAll(REFUSED)]
    .map(([, fingerprint = null, user = ""]) => ({ user, fingerprint }))
    .reverse();
}
