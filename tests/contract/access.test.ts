import { beforeAll, describe, expect, test } from "vitest";
import { type Role, ROLES } from "~/platform/role";
import { hasBody } from "~/platform/http/api-operation.server";
import { call, read } from "./support/call";
import { documented, examplePath } from "./support/documented";
import { aPerson, type Person } from "./support/people";
import { theCatalogue } from "../support/world";

const people = new Map<Role, Person>();
const person = (role: Role): Person => {
  const one = people.get(role);
  if (!one) throw new Error(`no ${role} was made`);
  return one;
};

beforeAll(async () => {
  await theCatalogue();
  for (const role of ROLES) people.set(role, await aPerson({ role }));
});

const guarded = documented.filter(({ auth }) => /[KS]/.test(auth) && !auth.includes("P"));

describe.each(documented)("$method $path", (row) => {
  const path = examplePath(row);

  test("has an X-Request-Id, is not stored, and has the envelope whatever the fault", async () => {
    const response = await call(path, {
      method: row.method,
      headers: { "Content-Type": "application/json" },
      ...body(row),
    });
    expect(response.headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect([...response.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  test("answers another method with 405, M05 and Allow", async () => {
    const methods = documented.filter(({ path }) => path === row.path).map(({ method }) => method);
    for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS", "GET", "POST"]) {
      if ((methods as string[]).includes(method)) continue;
      const response = await call(path, { method, key: person("admin").apiKey });
      expect([method, response.status]).toEqual([method, 405]);
      expect(response.headers.get("Allow")?.split(", ")).toEqual(expect.arrayContaining(methods));
      expect(await read(response)).toEqual({
        retcode: row.path === "/v1/jobs" ? "FAILED" : "ERROR",
        human_readable_message: "This method is not allowed here.",
        ...(row.path === "/ajaxlogin" ? { status: "ERROR", url: "", message: expect.any(String) } : {}),
      });
    }
  });
});

describe.each(guarded)("$method $path", (row) => {
  const path = examplePath(row);
  const lower = ROLES.slice(0, row.role ? ROLES.indexOf(row.role) : 0);

  test("answers visitors with 401, M01", async () => {
    const response = await call(path, { method: row.method, ...body(row) });
    expect(response.status).toBe(401);
    expect(response.headers.get("WWW-Authenticate")).toBe("Bearer");
    expect(await read(response)).toMatchObject({
      human_readable_message: "Please log in or send a valid API key.",
    });
  });

  test("9: answers a role too low with 403", async () => {
    for (const role of lower) {
      const bySession = await call(path, {
        method: row.method,
        cookie: person(role).cookie,
        script: true,
        ...body(row),
      });
      // A session that is not a credential counts as none.
      expect([role, bySession.status]).toEqual([role, row.auth.includes("S") ? 403 : 401]);
      expect(await read(bySession)).toMatchObject({ retcode: "ERROR" });
      if (!row.auth.includes("K")) continue;
      const byKey = await call(path, { method: row.method, key: person(role).apiKey, ...body(row) });
      expect([role, byKey.status]).toEqual([role, 403]);
    }
  });

  test("11: accepts only the key where it takes one, and ignores it elsewhere", async () => {
    const { cookie } = person("admin");
    const key = "mr_wrong";
    const response = await call(path, { method: row.method, cookie, key, script: true, ...body(row) });
    if (/[IK]/.test(row.auth)) expect(response.status).toBe(401);
    else expect(response.status).not.toBe(401);
  });

  test("8: refuses changes by a session without the header and the origin of our script", async () => {
    if (row.method === "GET" || !row.auth.includes("S")) return;
    const { cookie } = person("admin");
    const foreign: Record<string, string>[] = [
      {},
      { "Sec-Fetch-Site": "same-origin" },
      { "X-Requested-With": "XMLHttpRequest" },
      { "X-Requested-With": "XMLHttpRequest", "Sec-Fetch-Site": "cross-site" },
      { "X-Requested-With": "XMLHttpRequest", Origin: "https://evil.example" },
    ];
    for (const headers of foreign) {
      const response = await call(path, { method: row.method, cookie, headers, ...body(row) });
      expect(response.status).toBe(403);
      expect(await read(response)).toMatchObject({
        retcode: "ERROR",
        human_readable_message: "This request must come from the Millrace site itself or carry an API key.",
      });
    }
  });
});

function body({ method }: { method: string }) {
  return hasBody(method) ? { json: {} } : {};
}
