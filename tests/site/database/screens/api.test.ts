import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/platform/db.server";
import { M } from "~/messages";
import { action, loader } from "~/site/screens/api/route";
import { aTenant, type TenantInWorld } from "../../../support/world";
import { aVisitor } from "../../../support/visitor";
import { answerOf, aVisit, get, post, thrownBy } from "../../../accounts/database/screens/visit";

const OLD_LOGIN_S = 16 * 60;
const show = { intent: "show-key" };

let owner: TenantInWorld;

beforeAll(async () => {
  owner = await aTenant();
});

describe("The API screen", () => {
  it("shows the own key on request, and audits it", async () => {
    const visit = await aVisit({ userId: owner.userId });
    expect(JSON.stringify(await loader(get(visit, "/api")))).not.toContain(owner.apiKey);
    const answer = await answerOf(await action(post(visit, "/api?of=tasks", show)));
    expect(answer).toMatchObject({ status: 200, data: { shownKey: owner.apiKey } });
    const audits = await db.query(`select from audit_row where action = 'api-key.show' and user_id = $1`, [
      owner.userId,
    ]);
    expect(audits).toHaveLength(1);
  });

  it("asks for the password if the login is over 15 minutes old", async () => {
    const visit = await aVisit({ userId: owner.userId, loginAgoS: OLD_LOGIN_S });
    expect((await loader(get(visit, "/api"))).viewer).toEqual({ askPassword: true });
    const refused = await answerOf(await action(post(visit, "/api", show)));
    expect(refused).toMatchObject({ status: 422, data: { message: M.currentPasswordRequired } });
    const proven = await answerOf(await action(post(visit, "/api", { ...show, password: owner.password })));
    expect(proven.status).toBe(200);
  });

  it("sends a visitor to the login, and refuses another page's form", async () => {
    const nobody = aVisitor();
    expect((await thrownBy(action(post(nobody, "/api", show)))).status).toBe(302);
    const visit = await aVisit({ userId: owner.userId });
    const foreign = await answerOf(await action(post(visit, "/api", { ...show, _token: nobody.token })));
    expect(foreign).toMatchObject({ status: 403, data: { message: M.pageExpired } });
    expect(JSON.stringify(foreign)).not.toContain(owner.apiKey);
  });
});
