import { beforeEach, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { listSections } from "~/site/inside/faq/list-sections.server";
import { jsonPaths, screens } from "~/routes.js";
import { readSection, seedFaq } from "../../../../prisma/seed-faq";

beforeEach(async () => void (await db.query(`delete from faq_section`)));

test("the first FAQ answers the usual questions, in order, and every topic has an answer", async () => {
  await seedFaq();
  const sections = await listSections();
  expect(sections.map(({ title }) => title)).toEqual([
    ...["Getting started", "SSH keys", "Billing", "Queue", "Incidents and refunds", "API", "Security"],
  ]);
  for (const { topics } of sections) {
    expect(topics.length).toBeGreaterThan(2);
    for (const { question, answer } of topics) {
      expect(question).not.toBe("");
      expect(answer).not.toBe("");
    }
  }
});

test("the first FAQ denies no feature of the product, and links to what customers may set up", async () => {
  await seedFaq();
  const text = JSON.stringify((await listSections()).map(({ topics }) => topics));
  const settings = ["/volumes", "/templates", "/user/team", "/user/api-keys", "/user/webhooks", "/user/data"];
  const money = ["/billing/auto-top-up", "/billing/budget", "/billing/statements"];
  expect([...settings, ...money].filter((path) => !text.includes(`(${path})`))).toEqual([]);
  // A link to a screen that does not exist would lead to an error.
  const paths = new Set([...screens, ...jsonPaths].map(({ url }) => url));
  const links = [...text.matchAll(/\]\((\/[^)#]*)\)/g)].map(([, path = ""]) => path);
  expect(links.filter((path) => !paths.has(path))).toEqual([]);
});

test("texts of staff stay unchanged", async () => {
  await db.query(`insert into faq_section (title, content, version) values ('Ours', '[]', 7)`);
  await seedFaq();
  expect(await listSections()).toMatchObject([{ title: "Ours", topics: [], version: 7 }]);
});

test("sections come by their position, then by age", async () => {
  await db.query(`insert into faq_section (title, position) values ('b', 2), ('c', 2), ('a', 1)`);
  expect((await listSections()).map(({ title }) => title)).toEqual(["a", "b", "c"]);
});

test("a section of markdown becomes its title and topics", () => {
  expect(readSection("# One\n\n## Why?\n\nBecause.\n\n### Not a topic\n\n## How?\n\nSo.\n")).toEqual({
    title: "One",
    topics: [
      { question: "Why?", answer: "Because.\n\n### Not a topic" },
      { question: "How?", answer: "So." },
    ],
  });
});
