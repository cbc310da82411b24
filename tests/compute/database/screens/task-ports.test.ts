import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/platform/db.server";
import { M } from "~/messages";
import { listTaskPorts, openTaskPort, readPortToken } from "~/compute/inside/ports/task-ports.server";
import { env } from "~/platform/env.server";
import { renew } from "../../../../worker/up/backup/renew";
import { readTicket } from "~/compute/port-pass.server";
import { loader as enter } from "~/compute/screens/task-port/route";
import { action, loader } from "~/compute/screens/task/route";
import { switchTeam } from "~/accounts/switch-team.server";
import { aMember } from "../../../support/team-world";
import { aTenant, type TenantInWorld, theCatalogue } from "../../../support/world";
import { answerOf, aVisit, get, noticeOf, post, thrownBy, type Visit } from "../../../accounts/database/screens/visit";

let owner: TenantInWorld;
let visit: Visit;
let resvGuid: string;

beforeAll(async () => {
  await theCatalogue();
  owner = await aTenant();
  visit = await aVisit({ userId: owner.userId });
  resvGuid = await aRunningTask(owner.tenantId);
});

async function aRunningTask(tenantId: number, gpus = 1): Promise<string> {
  const [task] = await db.query<{ id: string }>(
    `insert into task (tenant_id, task_name, cluster_name, gpu_type, gpus_min, tenant_image, ssh_public_key, state,
       accepted_gpu_pph, pph, accepted_at, state_at, started_at, ssh_addr)
     values ($1, 'task-' || gen_random_uuid(), 'fra1', 'a5000', $2, 'ubuntu22-cuda12', 'ssh-ed25519 x', 'running', 95, 95,
       now(), now(), now(), '203.0.113.9:22001') returning resv_guid as id`,
    [tenantId, gpus],
  );
  return task?.id ?? "";
}

const path = () => `/tasks/${resvGuid}`;
const params = () => ({ resvGuid });
const send = (fields: Record<string, string>) => action(post(visit, `${path()}?tab=connect`, fields, params()));
const portsOf = async () => {
  const shown = await loader(get(visit, `${path()}?tab=connect`, params()));
  return shown.ports?.map(({ port }) => port);
};

describe("The ports of a task", () => {
  it("are opened and closed, and its history lists that with the user", async () => {
    expect(await portsOf()).toEqual([]);
    expect(await answerOf(await send({ intent: "open-port", port: " 8888 " }))).toMatchObject({ status: 303 });
    expect(await noticeOf(visit)).toMatchObject({ message: "Port 8888 is open." });
    await send({ intent: "open-port", port: "8888" });
    expect(await portsOf()).toEqual([8888]);
    await send({ intent: "close-port", port: "8888" });
    expect(await portsOf()).toEqual([]);
    const { events } = await loader(get(visit, `${path()}?tab=events`, params()));
    expect(events?.map(({ text, by }) => `${text} by ${by}`)).toEqual([
      "port 8888 opened by Test Person",
      "port 8888 closed by Test Person",
    ]);
  });

  it.each(["", "0", "65536", "80 80", "8e3", "-1"])("cannot be '%s' (M291)", async (port) => {
    const { status, data } = await answerOf(await send({ intent: "open-port", port }));
    expect(status).toBe(422);
    expect(data).toMatchObject({ lastResult: { error: { port: [M.wrongPort] } } });
  });

  it("are at most 16 (M292)", async () => {
    const other = await aRunningTask(owner.tenantId);
    const open = (port: number) =>
      action(
        post(visit, `/tasks/${other}?tab=connect`, { intent: "open-port", port: String(port) }, { resvGuid: other }),
      );
    for (let port = 1; port <= 16; port += 1) await open(port);
    expect(await answerOf(await open(17))).toMatchObject({ status: 422, data: { message: M.tooManyPorts } });
  });

  it("are open on every node of a task, with an address for each", async () => {
    const gang = await aRunningTask(owner.tenantId, 16);
    const at = (query: string) => get(visit, `/tasks/${gang}?tab=connect${query}`, { resvGuid: gang });
    const asked = { intent: "open-port", port: "8888" };
    const opened = await action(post(visit, `/tasks/${gang}?tab=connect&node=2`, asked, { resvGuid: gang }));
    expect((await answerOf(opened)).location).toBe(`/tasks/${gang}?tab=connect&node=2#ports`);
    const shown = await loader(at("&node=2"));
    expect(shown.node).toMatchObject({ node: 2, count: 2 });
    expect(shown.ports?.[0]?.nodes.map(({ node, url }) => [node, new URL(url).hostname])).toEqual([
      [1, expect.stringMatching(/^8888-[0-9a-f]{20}\.localhost$/)],
      [2, expect.stringMatching(/^8888-n2-[0-9a-f]{20}\.localhost$/)],
    ]);
    for (const odd of ["", "&node=3", "&node=0", "&node=x", "&node=1.5"])
      expect((await loader(at(odd))).node?.node).toBe(1);
    const toPort = { resvGuid: gang, port: "8888" };
    const answer = await enter(get(visit, `/tasks/${gang}/ports/8888?node=2`, toPort));
    expect(new URL(answer.headers.get("Location") ?? "").hostname).toMatch(/^8888-n2-/);
    for (const node of ["3", "0", "x"])
      expect(await thrownBy(enter(get(visit, `/tasks/${gang}/ports/8888?node=${node}`, toPort)))).toMatchObject({
        status: 404,
      });
    expect((await loader(get(visit, `${path()}?tab=connect&node=2`, params()))).node).toBeNull();
  });

  it("are reached with a ticket for a minute, by this login and at this port only", async () => {
    await send({ intent: "open-port", port: "8888" });
    const answer = await enter(get(visit, `${path()}/ports/8888?to=/lab`, { resvGuid, port: "8888" }));
    const url = new URL(answer.headers.get("Location") ?? "");
    expect(url.hostname).toMatch(/^8888-[0-9a-f]{20}\.localhost$/);
    expect(url.searchParams.get("to")).toBe("/lab");
    const ticket = url.searchParams.get("ticket") ?? "";
    const door = { label: url.hostname.slice(5, 25), port: 8888, node: 1 };
    const now = new Date();
    const sessionId = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(readTicket(ticket, door, now)).toEqual({ ...door, generation: 1, sessionId });
    for (const other of [
      { ...door, port: 8889 },
      { ...door, node: 2 },
      { ...door, label: "0".repeat(20) },
    ])
      expect(readTicket(ticket, other, now)).toBeNull();
    // Another token would have another ticket.
    expect(readTicket(ticket.replace(".1.", ".2."), door, now)).toBeNull();
    expect(readTicket(ticket, door, new Date(now.getTime() + 62_000))).toBeNull();
    for (const port of ["8889", "x", "8888.5", "99999"])
      expect(await thrownBy(enter(get(visit, `${path()}/ports/${port}`, { resvGuid, port })))).toMatchObject({
        status: 404,
      });
  });

  it("show their token on request, and another one when it is renewed", async () => {
    const show = async (intent: string) => (await answerOf(await send({ intent }))).data as { portToken: string };
    const { portToken } = await show("show-token");
    expect(portToken).toMatch(/^mrt_[\w-]{43}$/);
    expect(await show("show-token")).toEqual({ portToken });
    expect((await show("renew-token")).portToken).not.toBe(portToken);
  });

  it("are private: closed to another tenant and to a viewer", async () => {
    const stranger = await aVisit({ userId: (await aTenant()).userId });
    const fields = { intent: "open-port", port: "22" };
    expect(await thrownBy(action(post(stranger, path(), fields, params())))).toMatchObject({ status: 404 });
    expect(await thrownBy(enter(get(stranger, path(), { resvGuid, port: "8888" })))).toMatchObject({ status: 404 });
    const viewer = await aMember({ tenantId: owner.tenantId, role: "viewer" });
    const looking = await aVisit({ userId: viewer.userId });
    await switchTeam({ sessionId: looking.sessionId, tenantId: owner.tenantId });
    expect(await thrownBy(enter(get(looking, path(), { resvGuid, port: "8888" })))).toMatchObject({ status: 403 });
  });

  it("are closed after a restore, and have another address and token when they are opened again", async () => {
    const other = await aRunningTask(owner.tenantId);
    const own = { tenantId: owner.tenantId, userId: owner.userId, resvGuid: other, now: new Date() };
    await openTaskPort({ ...own, port: 8888 });
    const [before, token] = [await listTaskPorts(own), await readPortToken(own)];
    const client = new pg.Client({ connectionString: env.DATABASE_URL });
    await client.connect();
    const restored = { madeAt: own.now.toISOString(), withoutSecret: false, now: own.now };
    await renew(client, restored).finally(() => client.end());
    expect(await listTaskPorts(own)).toEqual([]);
    await openTaskPort({ ...own, port: 8888 });
    const [after] = await listTaskPorts(own);
    expect(after?.url).not.toBe(before[0]?.url);
    expect(await readPortToken(own)).not.toBe(token);
  });
});
