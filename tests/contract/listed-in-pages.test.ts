import { describe, expect, test } from "vitest";
import { ACCOUNT_KINDS } from "~/money/ledger-accounts";
import { TRANSACTION_KINDS } from "~/money/transaction-kinds";
import { TICK_NAMES, TICK_SECONDS } from "~/platform/ticks";
import { ENTITIES } from "../../worker/live/entities";
import { JOBS } from "../../worker/timetable";
import { textOf } from "../support/citations";

/** Lists that pages repeat for people: each item of the code is in them, with its figures. */
describe("Lists in code are complete in pages", () => {
  test("docs/operating.md has a row for each tick, with its beat", () => {
    const rows = rowsOf("docs/operating.md");
    const lacking = TICK_NAMES.map((name) => ({ name, beat: `${TICK_SECONDS[name]} s` })).filter(
      ({ name, beat }) => !rows.some(([tick, at = ""]) => tick === name && new RegExp(`^${beat}\\b`).test(at)),
    );
    expect(lacking.map(({ name, beat }) => `docs/operating.md lacks under Ticks and jobs: ${name}, ${beat}`)).toEqual(
      [],
    );
  });

  test("docs/operating.md has a row for each job, with its times", () => {
    const rows = rowsOf("docs/operating.md");
    const lacking = JOBS.map(({ name, cron, atNight }) => ({
      name,
      when: [cron, atNight ?? []].flat().map(timeOf),
    })).filter(({ name, when }) => !rows.some((row) => row[0] === name && row[1] === when.join(", and ") && row[2]));
    expect(
      lacking.map(({ name, when }) => `docs/operating.md lacks under Ticks and jobs: ${name}, ${when.join(", and ")}`),
    ).toEqual([]);
  });

  test("app/platform/README.md has a row for each live entity, with its throttle", () => {
    const rows = rowsOf("app/platform/README.md");
    const lacking = Object.entries(ENTITIES)
      .map(([name, { throttleMs }]) => ({ name, atMost: throttleText(throttleMs) }))
      .filter(({ name, atMost }) => !rows.some((row) => row[0]?.includes(`\`${name}\``) && row[3]?.startsWith(atMost)));
    expect(
      lacking.map(({ name, atMost }) => `app/platform/README.md lacks in the table of (5.2): ${name}, ${atMost}`),
    ).toEqual([]);
  });

  test(".env.example has each setting of web and worker that an operator may set", () => {
    const settings = [...textOf("app/platform/env.server.ts").matchAll(/^    ([A-Z][A-Z\d_]+): /gm)].map(
      ([, name = ""]) => name,
    );
    const page = textOf(".env.example");
    const lacking = settings.filter((name) => !SET_BY_US.has(name) && !new RegExp(`^(# )?${name}=`, "m").test(page));
    expect(settings.length).toBeGreaterThan(40);
    expect(lacking).toEqual([]);
  });

  test("app/money/README.md lists the kinds of movements", () => {
    const [, kinds] = /Kinds: ([^.]+)\./.exec(textOf("app/money/README.md")) ?? [];
    expect(kinds?.split(/,\s+/), "app/money/README.md, Kinds (3.4)").toEqual(TRANSACTION_KINDS);
  });

  test("the rules name each kind of account", () => {
    const rules = ["money", "usage"].map((module) => textOf(`app/${module}/README.md`)).join("\n");
    const lacking = ACCOUNT_KINDS.filter((kind) => !rules.includes(`\`${kind}\``));
    expect(lacking.map((kind) => `a README of money or usage lacks the account: ${kind}`)).toEqual([]);
  });
});

/** Variables of `npm run dev` and of the payment sandbox, which they set themselves. */
const SET_BY_US = new Set(["REMIX_DEV_ORIGIN", "STRIPE_SANDBOX_ORIGIN"]);

function throttleText(ms: number): string {
  if (ms === 0) return "";
  return ms < 1_000 ? `each ${ms} ms` : `each ${ms / 1_000} s`;
}

/** A queue's schedule in words. */
function timeOf(cron: string): string {
  const [minute = "", hour = ""] = cron.split(" ");
  if (hour !== "*") return `${hour.padStart(2, "0")}:${minute.padStart(2, "0")} UTC`;
  if (minute === "*") return "each minute";
  return minute.startsWith("*/") ? `each ${minute.slice(2)} minutes` : `hourly at :${minute.padStart(2, "0")}`;
}

/** The cells of each row of a page's tables. */
function rowsOf(page: string): string[][] {
  return [...textOf(page).matchAll(/^ *\|(.+)\|$/gm)].map(([, row = ""]) => row.split("|").map((cell) => cell.trim()));
}
