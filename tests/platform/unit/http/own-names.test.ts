import { expect, test } from "vitest";
import { byNameOf, hostRule, originsOf } from "~/platform/http/own-names";

test("a server for this machine has each of the machine's names, any other only its own", () => {
  const three = ["http://127.0.0.1:3000", "http://localhost:3000", "http://[::1]:3000"];
  for (const one of three) expect(originsOf(one).sort()).toEqual([...three].sort());
  expect(originsOf("http://127.0.0.9:3000")).toContain("http://127.0.0.9:3000");
  expect(originsOf("https://cloud.example.com/")).toEqual(["https://cloud.example.com"]);
});

test.each([
  ["http://localhost:3000/tasks", "http://127.0.0.1:3001", "http://localhost:3001"],
  ["http://127.0.0.1:3000/tasks", "http://localhost:3001", "http://127.0.0.1:3001"],
  ["http://10.0.0.1:3000/tasks", "https://live.example.com", "https://live.example.com"],
  ["http://localhost:3000/tasks", "https://live.example.com", "https://live.example.com"],
  ["https://cloud.example.com/tasks", "http://127.0.0.1:3001", "http://127.0.0.1:3001"],
])("a page of %s with the socket at %s opens it at %s", (page, live, opened) => {
  expect(byNameOf(new URL(page), live)).toBe(opened);
});

test.each([
  ["localhost:3000", true],
  ["[::1]:3000", true],
  ["127.0.0.1:4000", true],
  ["localhost:4001", false],
  ["localhost", false],
  ["evil.example:3000", false],
  ["127.0.0.1.evil.example:3000", false],
  ["", false],
  ["a b", false],
])("behind http://127.0.0.1:3000, served on port 4000, Host %j is ours: %s", (host, own) => {
  expect(hostRule(["http://127.0.0.1:3000", "http://127.0.0.1:4000"])(host)).toBe(own);
});

test("a public installation leaves the Host to its proxy", () => {
  expect(hostRule(["https://cloud.example.com"])("10.0.0.1:3000")).toBe(true);
});
