import { readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  GIVEN_ROLES,
  holdersOf,
  may,
  mayGive,
  mayManage,
  meets,
  MEMBER_ROLES,
  RIGHTS,
  rolesWith,
} from "~/platform/may";
import { closedTo, type CustomerScreen, SCREEN_NEEDS } from "~/platform/http/member-needs";
import { screens } from "~/routes.js";

const role = fc.constantFrom(...MEMBER_ROLES);
const right = fc.constantFrom(...RIGHTS);

test.each([
  ["team.own", "the owner"],
  ["team.act", "an owner or admin"],
  ["tasks.act", "an owner, admin or member"],
] as const)("a member without %s reads that %s has it", (right, holders) => {
  expect(holdersOf(right)).toBe(holders);
});

describe("the matrix of roles", () => {
  // Written independently of the code: a change of rights changes both.
  test("gives each role these rights and no others", () => {
    const rights = Object.fromEntries(MEMBER_ROLES.map((one) => [one, RIGHTS.filter((each) => may(one, each)).sort()]));
    const every = [...RIGHTS].sort();
    expect(rights).toEqual({
      owner: every,
      admin: every.filter((one) => one !== "team.own"),
      member: [
        ...["keys.act", "logs.see", "own.act", "settings.see", "tasks.act", "tasks.see", "team.see"],
        ...["templates.act", "templates.see", "volumes.act", "volumes.see"],
      ],
      billing: [
        "keys.act",
        "logs.see",
        "money.act",
        "money.see",
        "own.act",
        "settings.act",
        "settings.see",
        "tasks.see",
        "team.see",
        "templates.see",
        "volumes.see",
      ],
      viewer: [
        ...["logs.see", "money.see", "own.act", "settings.see", "tasks.see", "team.see"],
        ...["templates.see", "volumes.see"],
      ],
    });
  });

  test("lets nobody act on data that they may not see", () => {
    fc.assert(
      fc.property(role, right, (one, each) => {
        const seeing = RIGHTS.find((other) => other === each.replace(/\.act$/, ".see"));
        return seeing === undefined || !may(one, each) || may(one, seeing);
      }),
    );
  });

  test("lets staff who view as a customer see what a viewer sees, but no logs, and act on nothing", () => {
    const seen = RIGHTS.filter((each) => may("viewer", each) && !["logs.see", "own.act"].includes(each));
    expect(RIGHTS.filter((each) => may("staff", each))).toEqual(seen);
    expect(seen.every((each) => each.endsWith(".see"))).toBe(true);
    expect(meets({ memberRole: "staff", atHome: false }, "home")).toBe(false);
    const acted = Object.entries(SCREEN_NEEDS).filter(([, { act }]) =>
      meets({ memberRole: "staff", atHome: false }, act),
    );
    expect(acted.map(([screen]) => screen)).toEqual(["logout"]);
  });

  test("names the same roles in SQL as in code", () => {
    fc.assert(fc.property(role, right, (one, each) => rolesWith(each).includes(one) === may(one, each)));
  });

  test("lets nobody change the owner, promote themselves, or give rights that they could not remove", () => {
    fc.assert(
      fc.property(role, role, (actor, other) => {
        if (mayManage(actor, other)) expect([may(actor, "team.act"), other]).not.toContain("owner");
        if (mayManage(actor, other)) expect(RIGHTS.every((each) => !may(other, each) || may(actor, each))).toBe(true);
      }),
    );
    for (const actor of MEMBER_ROLES)
      for (const given of GIVEN_ROLES) if (mayGive(actor, given)) expect(mayManage(actor, given)).toBe(true);
    expect(mayGive("admin", "admin")).toBe(false);
    expect(mayManage("owner", "admin")).toBe(true);
  });

  test("opens personal things at the user's own tenant only, whatever their role elsewhere", () => {
    for (const memberRole of MEMBER_ROLES) {
      expect(meets({ memberRole, atHome: false }, "home")).toBe(false);
      expect(meets({ memberRole, atHome: true }, "home")).toBe(true);
    }
  });
});

describe("screens", () => {
  const ofCustomers = screens.filter(({ audience }) => audience === "customer");

  test("of customers, and the one that starts tasks, each have a row of needs, and there are no other rows", () => {
    expect(Object.keys(SCREEN_NEEDS).sort()).toEqual([...ofCustomers.map(({ folder }) => folder), "rent"].sort());
  });

  test.each(ofCustomers)(
    "$folder passes its own name to its guard in each place, and no address gets around it",
    ({ folder, file }) => {
      const texts = sourceOf(dirname(`app/${file}`));
      const named = texts.flatMap((text) =>
        [...text.matchAll(/requireCustomer\(args, "([\w-]+)"\)/g)].map(([, name]) => name),
      );
      // The password page without script belongs to the profile.
      const own = folder === "password" ? ["password", "user"] : [folder];
      expect([...new Set(named)].filter((name) => !own.includes(name ?? ""))).toEqual([]);
      expect(texts.some((text) => /requireLogin\(|optionalUser\(/.test(text))).toBe(false);
      const guarded = named.length > 0 || texts.some((text) => /change-profile\.server/.test(text));
      expect(guarded).toBe(true);
      const route = readFileSync(`app/${file}`, "utf8");
      expect(/export async function loader/.test(route)).toBe(true);
      expect(loaderOf(route)).toContain("requireCustomer(args");
    },
  );

  test("without a right to see them are hidden, and read-only ones are marked", () => {
    for (const memberRole of MEMBER_ROLES) {
      for (const atHome of [true, false]) {
        const { hidden, lookOnly } = closedTo({ memberRole, atHome });
        for (const [name, { look, act }] of Object.entries(SCREEN_NEEDS)) {
          const screen = name as CustomerScreen;
          expect(hidden.includes(screen)).toBe(!meets({ memberRole, atHome }, look));
          const looksOnly = meets({ memberRole, atHome }, look) && !meets({ memberRole, atHome }, act);
          expect(lookOnly.includes(screen)).toBe(looksOnly);
        }
      }
    }
    expect(closedTo({ memberRole: "owner", atHome: true })).toEqual({ hidden: [], lookOnly: [] });
  });
});

function sourceOf(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(`${folder}/${name}`, "utf8"));
}

function loaderOf(route: string): string {
  return /export async function loader[\s\S]*?\n}/.exec(route)?.[0] ?? "";
}
