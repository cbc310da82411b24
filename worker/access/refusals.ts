import type { PortName } from "~/compute/port-host";
import type { TaskAccess } from "~/compute/find-task-access.server";
import { portPage } from "~/compute/port-page";
import { env } from "~/platform/env.server";
import type { OwnAnswer } from "./pages";

/** Returns the page on which a task's ports are opened and closed. */
function taskPage({ resvGuid }: Pick<TaskAccess, "resvGuid">): string {
  return `${env.APP_ORIGIN}/tasks/${resvGuid}?tab=connect`;
}

export const UNREADABLE: OwnAnswer = {
  status: 400,
  title: "The request could not be read.",
  advice: "It is not valid HTTP/1.1, or its meaning is ambiguous.",
};

export const NO_SUCH_PLACE: OwnAnswer = {
  status: 404,
  title: "There is nothing here.",
  advice: "The task of this address is gone, or the address is incomplete. The task's page has the full address.",
};

export const TOO_OFTEN: OwnAnswer = {
  status: 429,
  title: "Too many requests without permission.",
  advice: "Wait a minute, then open the port from its task's page.",
  headers: { "Retry-After": "60" },
};

export function refuseEntry(access: TaskAccess, { port, node }: PortName): OwnAnswer {
  return {
    status: 401,
    title: `Port ${port} of this task is private.`,
    advice:
      "Open it from its task's page, where you are logged in. Programs send the task's token as Authorization: Bearer.",
    link: {
      href: `${env.APP_ORIGIN}${portPage({ resvGuid: access.resvGuid, port, node })}`,
      text: "Log in and open it",
    },
    headers: { "WWW-Authenticate": "Bearer" },
  };
}

export function notOpen(access: TaskAccess, { port }: PortName): OwnAnswer {
  return {
    status: 404,
    title: `Port ${port} of this task is not open.`,
    advice: "Open it on the task's page, under Connect.",
    link: { href: taskPage(access), text: "To the task" },
  };
}

export function tooMany(access: TaskAccess): OwnAnswer {
  return {
    status: 503,
    title: "Too many connections to this task at once.",
    advice: "Close some of them, or wait until they have ended.",
    link: { href: taskPage(access), text: "To the task" },
    headers: { "Retry-After": "5" },
  };
}

/** Builds the answer for a stream that could not be opened, by the reason. */
export function noStream(reason: string, access: TaskAccess, { port }: PortName): OwnAnswer {
  const link = { href: taskPage(access), text: "To the task" };
  // Some of these words come from the agent.
  const [status, title, advice] = WORDS.get(reason) ?? FAILED;
  return { status, title: title.replace("{port}", String(port)), advice: advice.replace("{port}", String(port)), link };
}

const AGAIN = "The task is still running. Try again in a few seconds.";

type Words = [status: number, title: string, advice: string];

const FAILED: Words = [502, "The task could not be reached.", AGAIN];

const WORDS = new Map<string, Words>(
  Object.entries({
    no_listener: [
      502,
      "Nothing listens on port {port} yet.",
      "Start your program in the task, on 127.0.0.1 or 0.0.0.0 and this port, then reload this page.",
    ],
    not_running: [
      503,
      "The task is not running.",
      "You can reach it once it runs. A task that has ended cannot be reached again.",
    ],
    no_task: [503, "The task's machine does not have it now.", AGAIN],
    old_task: [
      502,
      "This task was started before its machine could do this.",
      "Start a new one, or use ssh port forwarding: ssh -L {port}:127.0.0.1:{port} …",
    ],
    agent_away: [
      503,
      "The task's machine is not connected, or its agent is too old for this.",
      "The task is still running. Try again in a few seconds, or use ssh port forwarding.",
    ],
    gone: [503, "The connection to the task's machine was lost.", AGAIN],
    other_worker: [
      503,
      "The task's machine is connected to another part of the service, which cannot be reached from here.",
      "The operator has to set WORKER_URL. Until then, ssh port forwarding works.",
    ],
    too_many: [503, "Too many connections to the task's machine at once.", "Wait until some of them have ended."],
    timeout: [504, "The task's machine did not answer in time.", AGAIN],
    cut: [502, "The program on port {port} ended the connection without an answer.", "Its output may say why."],
    unreadable: [
      502,
      "What listens on port {port} does not speak HTTP.",
      "Use ssh port forwarding to reach other kinds of service.",
    ],
    failed: FAILED,
  }),
);
