import type { Tx } from "~/platform/db.server";
import { sendSoon } from "~/platform/queue-mail.server";
import { ownUrl } from "~/platform/own-url.server";
import { isFinal, KILLED_BY_OWNER, type TaskState } from "~/compute/task-states";
import { shownName } from "~/compute/task-tags";

interface Moved {
  resvGuid: string;
  from: TaskState;
  to: TaskState;
}

interface News {
  userId: number;
  email: string;
  resv_guid: string;
  task_name: string;
  display_name: string;
  state: TaskState;
  reason: string;
  exitCode: number | null;
}

/**
 * Mails members who asked for it that their queued tasks run now, and that tasks have ended (9.11), in the transaction
 * of the move. There is one mail per task, cause and person, however often the move is tried. The person who ended a
 * task gets no mail.
 */
export async function mailTaskNews(tx: Tx, moves: readonly Moved[]): Promise<void> {
  const newsworthy = moves.filter(({ from, to }) => isFinal(to) || (to === "running" && from !== "incident"));
  if (newsworthy.length === 0) return;
  const news = await tx.prepared.query<News>(
    `select u.id as "userId", u.email, t.resv_guid, t.task_name, t.display_name, t.state, t.reason,
       t.exit_code as "exitCode"
     from task t join member m using (tenant_id) join user_account u on u.id = m.user_id and u.email is not null and u.state = 'active'
     where t.resv_guid = any($1::uuid[]) and case when t.state = 'running'
       then u.mail_task_start and exists (select from task_event e where e.resv_guid = t.resv_guid and e.to_state = 'queued')
       else u.mail_task_end and not (t.state = 'killed' and t.reason = $2) end
     order by t.resv_guid, u.id`,
    [newsworthy.map(({ resvGuid }) => resvGuid), KILLED_BY_OWNER],
  );
  if (news.length === 0) return;
  await tx.query(
    `insert into mail (to_address, subject, text, cause)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[]) on conflict (cause) do nothing`,
    [news.map(({ email }) => email), news.map(subjectOf), news.map(textOf), news.map(causeOf)],
  );
  await sendSoon(tx);
}

const ENDED: Partial<Record<TaskState, string>> = {
  finished: "has finished",
  killed: "was killed",
  failed: "could not be started",
  lost: "was lost with its node",
};

function subjectOf(news: News): string {
  return `Task ${shownName(news)} ${ENDED[news.state] ?? "is running"}`;
}

function textOf(news: News): string {
  const { state, reason, exitCode, resv_guid } = news;
  const why = reason === "" && exitCode !== null ? `exit code ${exitCode}` : reason;
  const more = ENDED[state]
    ? why && `Why: ${why}`
    : "It has left the queue: you can log in, and it is charged from now on.";
  return [
    `${subjectOf(news)}.`,
    more,
    ownUrl(`/tasks/${resv_guid}`),
    `Change these emails: ${ownUrl("/tasks#task-news")}`,
  ]
    .filter((line) => line !== "")
    .join("\n\n");
}

function causeOf({ state, resv_guid, userId }: News): string {
  return `task-${state === "running" ? "runs" : "ended"}:${resv_guid}:${userId}`;
}
