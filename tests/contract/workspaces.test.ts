import { beforeAll, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { M } from "~/messages";
import { call, type CallOptions, read } from "./support/call";
import { aPerson, type Person } from "./support/people";
import { succeeds } from "./support/success";

let admin: Person;
let support: Person;
let operator: Person;
let owner: Person;
let member: Person;

beforeAll(async () => {
  admin = await aPerson({ role: "admin" });
  support = await aPerson({ role: "support" });
  operator = await aPerson({ role: "operator" });
  owner = await aPerson();
  member = await aPerson();
});

interface Made {
  data: { name: string; max_users: number; inference_token: string; admin_token: string };
}

const byScript = (json: object, cookie = admin.cookie): CallOptions => ({ cookie, script: true, json });
const send = async (path: string, json: object) => await read(await call(path, { key: admin.apiKey, json }));
const getToken = async (email = owner.email) =>
  (await read<{ data: { api_key: string } }>(await call("/dashboard/get-user-email", byScript({ email })))).data
    .api_key;
const create = async (data: object) => await send("/v1/create-workspace", { data });
const made = async (name: string, more: object = {}) => {
  const inference_token = await getToken();
  const answer = await create({ email: owner.email, name, inference_token, max_users: 3, ...more });
  expect(answer).toMatchObject({ retcode: "OK" });
  return (answer as unknown as Made).data;
};
const refused = (message: string) => ({ retcode: "ERROR", human_readable_message: message });
const list = async (person: Person) => {
  const response = await call("/dashboard/list-workspaces", { cookie: person.cookie });
  return { total: response.headers.get("X-Total-Count"), rows: await read<Made["data"][]>(response) };
};
const audits = async (action: string) =>
  await db.query<{ target: string; after: { shown?: number } }>(
    `select target, after from audit_row where action = $1 order by id`,
    [action],
  );

describe("Each of the paths succeeds as documented", () => {
  test("in the order in which an admin uses them", async () => {
    expect(await succeeds("POST /v1/teams-name", { key: admin.apiKey, json: { name: "datalab-8" } })).toMatchObject({
      data: false,
    });
    await succeeds("POST /dashboard/create-user-email", byScript({ email: owner.email }));
    const got = await succeeds("POST /dashboard/get-user-email", byScript({ email: owner.email }));
    const { data } = got as { data: { tenant_name: string; api_key: string } };
    expect(data).toEqual({ tenant_name: owner.tenantName, api_key: expect.stringMatching(/^mr_[\w-]{43}$/) });
    const answer = await succeeds("POST /v1/create-workspace", {
      key: admin.apiKey,
      json: {
        data: { email: owner.email, name: "Datalab-8", admin_token: "", inference_token: data.api_key, max_users: 10 },
      },
    });
    expect(answer).toEqual({
      retcode: "OK",
      human_readable_message: "Workspace datalab-8 created.",
      data: {
        name: "datalab-8",
        max_users: 10,
        inference_token: data.api_key,
        admin_token: expect.stringMatching(/^mrw_[\w-]{43}$/),
      },
    });
    const { admin_token: key } = (answer as Made).data;
    expect(await succeeds("GET /dashboard/list-workspaces", { cookie: admin.cookie })).toEqual([(answer as Made).data]);
    expect(await succeeds("GET /dashboard/teams-users", { cookie: admin.cookie })).toEqual([
      { tenant_name: owner.tenantName, secret_api_key: data.api_key },
    ]);
    await succeeds("GET /v1/workspace/users", { key });
    await succeeds("POST /v1/workspace/users/add", { key, json: { email: member.email } });
    await succeeds("POST /v1/workspace/users/remove", { key, json: { email: member.email } });
    expect(
      await succeeds("POST /v1/delete-workspace", {
        cookie: admin.cookie,
        script: true,
        json: { workspace: "datalab-8" },
      }),
    ).toEqual({ retcode: "OK", human_readable_message: "Workspace datalab-8 deleted." });
  });
});

describe("Creating is refused", () => {
  test("in the words of the contract", async () => {
    const other = await aPerson();
    const token = await getToken();
    const good = { email: owner.email, name: "refused", inference_token: token, max_users: 2 };
    for (const name of ["", "!!!"]) {
      expect(await create({ ...good, name })).toEqual(refused(M.workspaceNameRequired));
      expect(await send("/v1/teams-name", { name })).toEqual(refused(M.workspaceNameRequired));
    }
    expect(await create({ ...good, name: "WWW" })).toEqual(refused(M.workspaceNameTaken));
    expect(await send("/v1/teams-name", { name: "-status-" })).toEqual({ retcode: "OK", data: true });
    expect(await create({ ...good, max_users: "many" })).toEqual(refused(M.userCountNotANumber));
    expect(await create({ ...good, email: "nobody@test.example" })).toEqual(refused(M.noUserWithEmail));
    expect(await create({ ...good, inference_token: "" })).toEqual(refused(M.tokenMissing));
    for (const inference_token of ["mr_wrong", owner.apiKey, await getToken(other.email)]) {
      expect(await create({ ...good, inference_token })).toEqual(refused(M.tokenOfOtherOwner));
    }
    expect(await create({ ...good, admin_token: "too short" })).toMatchObject({ retcode: "ERROR" });
    expect(await create(good)).toMatchObject({ retcode: "OK" });
    expect(await create({ ...good, inference_token: await getToken() })).toEqual(refused(M.workspaceNameTaken));
    expect(await create({ ...good, name: "second" }), "its key is taken").toEqual(refused(M.tokenOfOtherOwner));
    expect(await send("/v1/create-workspace", {})).toEqual(refused(M.unreadable));
  });

  test("for unknown subjects: M93, M81, M94", async () => {
    const get = async (path: string, email: string) => await read(await call(path, byScript({ email })));
    expect(await get("/dashboard/get-user-email", "nobody@test.example")).toEqual(refused(M.noUserWithEmail));
    expect(await get("/dashboard/create-user-email", "no address")).toEqual(refused(M.emailInvalid));
    expect(await send("/v1/delete-workspace", { workspace: "never-was" })).toEqual(refused(M.noSuchWorkspace));
  });
});

test("53: 0 and 250 users are stored as 1 and 100, 7.9 as 7, nothing as 1", async () => {
  const stored = [];
  for (const [at, max_users] of [0, 250, 7.9, ""].entries()) {
    stored.push((await made(`users-${at}`, { max_users })).max_users);
  }
  expect(stored).toEqual([1, 100, 7, 1]);
});

describe("10: Visibility of the tokens", () => {
  test("support and operators see them masked, without an audit row", async () => {
    const { name, inference_token, admin_token } = await made("masked");
    const before = (await audits("workspace.list-tokens")).length;
    for (const person of [support, operator]) {
      const { total, rows } = await list(person);
      expect(total).toBe(String(rows.length));
      expect(rows.find((row) => row.name === name)).toMatchObject({
        inference_token: `mr_…${inference_token.slice(-4)}`,
        admin_token: `mrw_…${admin_token.slice(-4)}`,
      });
      const teams = await read<{ secret_api_key: string }[]>(
        await call("/dashboard/teams-users", { cookie: person.cookie }),
      );
      expect(JSON.stringify([rows, teams])).not.toMatch(/mrw?_[\w-]{5}/);
    }
    expect(await audits("workspace.list-tokens")).toHaveLength(before);
  });

  test("an admin sees them in full, and each view is one audit row with the number shown", async () => {
    const before = (await audits("workspace.list-tokens")).length;
    const { rows } = await list(admin);
    expect(rows.every((row) => /^mr_[\w-]{43}$/.test(row.inference_token))).toBe(true);
    expect([...rows.map(({ name }) => name)].sort()).toEqual(rows.map(({ name }) => name));
    const written = (await audits("workspace.list-tokens")).slice(before);
    expect(written).toEqual([{ target: "workspaces", after: { shown: 2 * rows.length } }]);
    const got = (await audits("workspace.show-waiting-key")).length;
    await getToken();
    expect((await audits("workspace.show-waiting-key")).slice(got)).toEqual([
      { target: `tenant:${owner.tenantName}`, after: { shown: 1 } },
    ]);
  });
});

describe("Access by the tokens", () => {
  test("the inference token: the own user only", async () => {
    const { name, inference_token: key } = await made("opens");
    expect(await read(await call("/users/self", { key }))).toMatchObject({ tenant_name: owner.tenantName });
    for (const path of ["/v1/money", "/v1/jobs", "/users/keys", "/v1/free"]) {
      expect([path, (await call(path, { key })).status]).toEqual([path, 403]);
    }
    expect((await call("/v1/reserve", { key, json: {} })).status).toBe(403);
    expect((await call("/v1/workspace/users", { key })).status).toBe(401);
    await send("/v1/delete-workspace", { workspace: name });
    expect((await call("/users/self", { key })).status).toBe(401);
  });

  test("the admin token: only the users of its workspace, up to their number", async () => {
    const { admin_token: key } = await made("members", { max_users: 2 });
    const change = async (what: "add" | "remove", email: string) => {
      const response = await call(`/v1/workspace/users/${what}`, { key, json: { email } });
      return [response.status, (await read(response))["human_readable_message"]];
    };
    const users = async () =>
      (
        await read<{ users: { email: string; owner: boolean }[] }>(await call("/v1/workspace/users", { key }))
      ).users.map(({ email, owner: own }) => [email, own]);
    expect(await users()).toEqual([[owner.email, true]]);
    const { email } = member;
    expect(await change("add", email.toUpperCase())).toEqual([200, `${email} uses members.`]);
    expect(await change("add", email), "once more is as once").toEqual([200, `${email} uses members.`]);
    expect(await users()).toEqual([
      [owner.email, true],
      [email, false],
    ]);
    expect(await change("add", support.email)).toEqual([409, "This workspace has its 2 users."]);
    expect(await change("add", "nobody@test.example")).toEqual([422, M.noUserWithEmail]);
    expect(await change("add", "no address")).toEqual([422, M.emailInvalid]);
    expect(await change("remove", owner.email)).toEqual([409, "The owner stays in the workspace."]);
    expect(await change("remove", email)).toEqual([200, `${email} does not use members any more.`]);
    expect(await change("remove", email)).toEqual([422, M.noUserWithEmail]);
    expect((await call("/users/self", { key })).status).toBe(401);
    await send("/v1/delete-workspace", { workspace: "members" });
    expect((await call("/v1/workspace/users", { key })).status).toBe(401);
  });

  test("neither opens anything while the owner is suspended", async () => {
    const { inference_token, admin_token } = await made("suspended");
    await db.query(`update user_account set state = 'suspended' where id = $1`, [owner.userId]);
    expect((await call("/users/self", { key: inference_token })).status).toBe(403);
    expect((await call("/v1/workspace/users", { key: admin_token })).status).toBe(403);
    await db.query(`update user_account set state = 'active' where id = $1`, [owner.userId]);
  });
});
