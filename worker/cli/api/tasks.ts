import { EXIT, Failure } from "../failure";
import { done } from "./answer";
import type { Answer, Api } from "./client";

/** A task without the extra fields of a list row. */
export type Task = Answer<"/v1/tasks/{resv_guid}">["job"];

const PAGE = 500;
/** Limit of pages in which a name is searched. */
const PAGES_MAX = 10;

export async function listTasks(
  api: Api,
  query: { limit?: number; before_ts?: number; tag?: string | undefined } = {},
): Promise<Task[]> {
  return (await done(api.GET("/v1/jobs", { params: { query } }))).jobs;
}

export async function unfinishedTasks(api: Api, asked: { tag?: string | undefined } = {}): Promise<Task[]> {
  return (await listTasks(api, { ...asked, limit: 1 })).filter(isUnfinished);
}

export function isUnfinished(task: Task): boolean {
  return task.ts_finished === 0;
}

/** Finds a task by its id, or the newest one with that name. @throws Failure when there is none */
export async function findTask(api: Api, name: string): Promise<Task> {
  if (isGuid(name)) return await readTask(api, name);
  let page = await listTasks(api, { limit: PAGE });
  for (let pages = 1; ; pages += 1) {
    const found = page.find((task) => task.task_name === name);
    if (found) return found;
    const oldest = page.at(-1)?.ts_scheduled;
    if (oldest === undefined || pages === PAGES_MAX || page.length < PAGE) throw noSuchTask(name);
    page = await listTasks(api, { limit: PAGE, before_ts: oldest });
  }
}

/** Finds an unfinished task by its name or id, in one request. @throws Failure when there is none */
export async function findUnfinishedTask(api: Api, name: string): Promise<Task> {
  const tasks = await unfinishedTasks(api);
  const found = tasks.find((task) => task.task_name === name || task.resv_guid === name);
  if (found) return found;
  throw noSuchTask(name, "unfinished ", tasks);
}

export async function readTask(api: Api, guid: string): Promise<Task> {
  const { job } = await done(api.GET("/v1/tasks/{resv_guid}", { params: { path: { resv_guid: guid } } }));
  return job;
}

function isGuid(name: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(name);
}

function noSuchTask(name: string, kind = "", known: Task[] = []): Failure {
  const names = known.slice(0, 5).map((task) => task.task_name);
  return new Failure(`You have no ${kind}task named ${name}.`, {
    code: EXIT.notFound,
    hint: names.length > 0 ? `Your unfinished tasks: ${names.join(", ")}` : "To list all tasks: millrace ls --all",
  });
}
