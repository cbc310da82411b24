import { beforeEach, expect, test } from "vitest";
import { call, read } from "../../../contract/support/call";
import { aPerson, type Person } from "../../../contract/support/people";
import { aNode, theCatalogue } from "../../../support/world";

let someone: Person;
const PATH = "/v1/delete?task_name=precious";
const ACTIVE = ["placing", "starting", "running", "queued"];

beforeEach(async () => {
  await theCatalogue();
  await aNode();
  someone = await aPerson();
  const json = { task_name: "precious", gpu_type: "a5000", gpu_min: 1 };
  expect(await read(await call("/v1/reserve", { key: someone.apiKey, json }))).toMatchObject({
    retcode: "OK",
  });
});

async function state(): Promise<string> {
  const { jobs } = await read<{ jobs: { state: string }[] }>(await call("/v1/jobs", { key: someone.apiKey }));
  return jobs[0]?.state ?? "gone";
}

test.each([
  ["a link on another site", { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document" }],
  ["an image on another site", { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "image" }],
  ["the address bar", { "Sec-Fetch-Site": "none" }],
  ["a link on our own page", { "Sec-Fetch-Site": "same-origin" }],
  ["a script on another site", { "X-Requested-With": "XMLHttpRequest", Origin: "https://evil.example" }],
  [
    "our script, as a prefetch",
    { "X-Requested-With": "XMLHttpRequest", "Sec-Fetch-Site": "same-origin", "Sec-Purpose": "prefetch" },
  ],
  ["an old browser without any proof", { "X-Requested-With": "XMLHttpRequest" }],
])("6: %s changes nothing: 403, M03", async (_who, headers: Record<string, string>) => {
  const response = await call(PATH, { cookie: someone.cookie, headers });
  expect(response.status).toBe(403);
  expect(await read(response)).toEqual({
    retcode: "ERROR",
    human_readable_message: "This request must come from the Millrace site itself or carry an API key.",
  });
  expect(ACTIVE).toContain(await state());
});

test("6: a person who followed a link sees a page about it that links to the tasks", async () => {
  const headers = { "Sec-Fetch-Site": "cross-site", Accept: "text/html,*/*" };
  const response = await call(PATH, { cookie: someone.cookie, headers });
  expect(response.status).toBe(403);
  expect(response.headers.get("Content-Type")).toContain("text/html");
  const page = await response.text();
  expect(page).toContain("This request must come from the Millrace site itself or carry an API key.");
  expect(page).toContain('href="/tasks"');
  expect(ACTIVE).toContain(await state());
});

test("7: HEAD and OPTIONS answer 405 and change nothing, with a key too", async () => {
  for (const method of ["HEAD", "OPTIONS"]) {
    for (const who of [{ key: someone.apiKey }, { cookie: someone.cookie, script: true }]) {
      const response = await call(PATH, { method, ...who });
      expect(response.status).toBe(405);
      expect(response.headers.get("Allow")).toBe("GET, POST");
    }
  }
  expect(ACTIVE).toContain(await state());
});

test("without a credential it is 401", async () => {
  expect((await call(PATH)).status).toBe(401);
  expect(ACTIVE).toContain(await state());
});

const carriedOut = { retcode: "OK", human_readable_message: "Task precious is being killed." };

test("6: an API key stops the task", async () => {
  expect(await read(await call(PATH, { key: someone.apiKey }))).toEqual(carriedOut);
  expect(["stopping", "killed"]).toContain(await state());
});

test("our own script stops it, by GET and by POST", async () => {
  const own = { cookie: someone.cookie, script: true };
  expect(await read(await call(PATH, own))).toEqual(carriedOut);
  expect(await read(await call("/v1/delete", { ...own, json: { task_name: "precious" } }))).toMatchObject({
    retcode: expect.stringMatching(/OK|ERROR/),
  });
  expect(["stopping", "killed"]).toContain(await state());
});

test("another tenant's task is not found by name, and not reached by account", async () => {
  const stranger = await aPerson();
  expect(await read(await call(PATH, { key: stranger.apiKey }))).toEqual({
    retcode: "ERROR",
    human_readable_message: "You have no unfinished task named precious.",
  });
  const response = await call(`${PATH}&account=${someone.tenantName}`, { key: stranger.apiKey });
  expect(response.status).toBe(403);
  expect(ACTIVE).toContain(await state());
});
