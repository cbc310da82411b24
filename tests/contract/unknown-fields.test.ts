import { expect, test } from "vitest";
import { M } from "~/messages";
import { call, read } from "./support/call";
import { aPerson } from "./support/people";

// If an omitted option gives more, a misspelt one must not count as omitted (0.3).
test.each([
  ["/v1/api-keys", { name: "ci", scopes: ["read"], total_limit_dolars: 5 }, "total_limit_dolars"],
  ["/v1/api-keys", { name: "ci", scopes: ["read"], network: ["10.0.0.0/8"] }, "network"],
  ["/v1/api-keys/rotate", { id: 1, overlap: 1 }, "overlap"],
  ["/v1/team/members/change", { user_id: 1, role: "member", limit: 100 }, "limit"],
  ["/v1/team/invitations", { email: "a@people.example", role: "member", limit_dollars: 100 }, "limit_dollars"],
  ["/v1/tasks/7b9e6f0a-0000-4000-8000-000000000000/own-end", { max_seconds: 3600, max_dolars: 5 }, "max_dolars"],
  ["/v1/tasks/7b9e6f0a-0000-4000-8000-000000000000/own-end", { max_second: 600 }, "max_second"],
])("%s refuses %o, and names the field", async (path, json, name) => {
  const { apiKey: key } = await aPerson();
  const answer = await call(path, { key, json });
  expect([answer.status, await read(answer)]).toEqual([
    422,
    {
      retcode: "ERROR",
      human_readable_message: M.noSuchField({ name }),
      fields: expect.objectContaining({ [name]: M.noSuchField({ name }) }) as object,
    },
  ]);
});

test("other paths ignore a field that they do not know, as documented", async () => {
  const { apiKey: key } = await aPerson();
  expect((await read(await call("/users/update", { key, json: { name: "Ada", colour: "red" } })))["retcode"]).toBe(
    "OK",
  );
});
