import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { makeNamedKey } from "~/accounts/inside/api-keys/create-key.server";
import { changeRole, removeMember } from "~/accounts/inside/teams/change-member.server";
import { endOtherSessions } from "~/accounts/session.server";
import { revokeKey } from "~/accounts/inside/api-keys/change-key.server";
import { switchTeam } from "~/accounts/switch-team.server";
import { csvInstead, csvTable } from "~/platform/http/csv-instead.server";
import { setRole } from "~/staff/inside/set-role.server";
import { suspendUser } from "~/staff/inside/suspend-user.server";
import { loadRoute, type RouteModule } from "../../../contract/support/load-route";
import { argsOf } from "../../../support/route-args";
import { aVisit, get, type Visit } from "../../../accounts/database/screens/visit";
import { emptyCapacity } from "../../../compute/database/capacity/reserving";
import {
  asAdmin,
  aTask,
  aTeamAgain,
  leaver,
  managed,
  now,
  owner,
  team,
} from "../../../accounts/database/teams/leaving-world";

const CHUNKS = 200;
let resvGuid: string;
let route: RouteModule;
let visit: Visit;

beforeEach(async () => {
  await aTeamAgain();
  route = await loadRoute("compute/api/tasks/download-log.ts");
  resvGuid = await aTask(owner);
  await db.query(
    `insert into task_log (resv_guid, placement_id, agent_seq, at, stream, text)
     select resv_guid, placement_id, seq, $2, 'out', 'line' || seq || chr(10)
     from placement, generate_series(1, ${CHUNKS}) seq where resv_guid = $1 order by seq`,
    [resvGuid, now],
  );
  visit = await aVisit({ userId: leaver.userId });
  await switchTeam({ sessionId: visit.sessionId, tenantId: owner.tenantId });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await emptyCapacity();
});

const later = () => {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + 2_000);
};
const download = async (headers: Record<string, string>) =>
  await route.loader(
    argsOf(new Request(`http://127.0.0.1:3000/v1/tasks/${resvGuid}/logs/download`, { headers }), {
      params: { resv_guid: resvGuid },
    }),
  );

/** The rest of a download after something happened following its first piece. */
async function restAfter(answer: Response, happens: () => Promise<unknown>): Promise<string> {
  const reader = answer.body?.getReader();
  await reader?.read();
  await happens();
  later();
  let rest = "";
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) return rest;
    rest += new TextDecoder().decode(value as Uint8Array);
  }
}

const ENDS: Record<string, () => Promise<unknown>> = {
  "their removal": () => removeMember(managed()),
  "another role": () => changeRole({ ...managed(), role: "viewer" }),
  "their suspension": () => suspendUser({ ...asAdmin(), reason: "test" }),
  "the suspension of the team's owner": () => suspendUser({ ...asAdmin(), userId: owner.userId, reason: "test" }),
};

test.each(Object.entries(ENDS))("a download breaks off with %s, by a login and by a key", async (_what, end) => {
  const { key } = await makeNamedKey({
    ...team(leaver),
    key: { name: "k", scopes: ["read"], networks: [], expiresAt: null },
  });
  const answers = [await download({ Cookie: visit.cookies }), await download({ Authorization: `Bearer ${key}` })];
  let ended: Promise<unknown> | undefined;
  for (const answer of answers)
    await expect(restAfter(answer, () => (ended ??= end()))).rejects.toThrow("not admitted");
});

test("a download breaks off with the end of its session, and with that of its key", async () => {
  const answer = await download({ Cookie: visit.cookies });
  const end = () => transaction((tx) => endOtherSessions(tx, { userId: leaver.userId, keep: null, now: new Date() }));
  await expect(restAfter(answer, end)).rejects.toThrow("not admitted");
  vi.restoreAllMocks();
  const { key, id } = await makeNamedKey({
    ...team(owner),
    key: { name: "k", scopes: ["read"], networks: [], expiresAt: null },
  });
  const byKey = await download({ Authorization: `Bearer ${key}` });
  await expect(restAfter(byKey, () => revokeKey({ ...team(owner), id }))).rejects.toThrow("not admitted");
});

test("a download goes on where its reader is at another team in the meantime", async () => {
  const answer = await download({ Cookie: visit.cookies });
  const rest = await restAfter(answer, () => switchTeam({ sessionId: visit.sessionId, tenantId: leaver.tenantId }));
  expect(rest).toContain(`line${CHUNKS}\n`);
});

test("a file of staff breaks off once they are staff no longer", async () => {
  await db.query(`update user_account set role = 'operator' where id = $1`, [leaver.userId]);
  const args = get(await aVisit({ userId: leaver.userId }), "/dashboard/racks?format=csv");
  const rows = () => Promise.resolve(Array.from({ length: 5_000 }, (_, at) => ({ at })));
  await csvInstead(args, { racks: () => csvTable(rows, { At: ({ at }) => at }) }).catch(() => {});
  const file = args.context.facts?.file ?? new Response(null);
  const end = () => setRole({ ...asAdmin(), role: "customer" });
  await expect(restAfter(file, end)).rejects.toThrow("not admitted");
});
