import { beforeEach, describe, expect, it } from "vitest";
import { prisma } from "~/platform/db.server";
import { M } from "~/messages";
import { action, loader } from "~/accounts/screens/settings/route";
import { anEd25519Line } from "../../support/ssh-key";
import { aTenant, type TenantInWorld } from "../../support/world";
import { answerOf, aVisit, get, noticeOf, post, type Visit } from "./screens/visit";

let owner: TenantInWorld;
let visit: Visit;

beforeEach(async () => {
  owner = await aTenant();
  visit = await aVisit({ userId: owner.userId });
});

/** Fields that a browser sends: every one of the form. */
async function filled(given: Record<string, string> = {}) {
  const { countries: _list, askCurrent: _ask, ...stored } = await loader(get(visit, "/settings"));
  return { intent: "update-settings", ...stored, ...given };
}

const send = async (given: Record<string, string>) =>
  await answerOf(await action(post(visit, "/settings", await filled(given))));

describe("The settings", () => {
  it("show the stored values, with the 249 countries of the list", async () => {
    const shown = await loader(get(visit, "/settings"));
    expect(shown).toMatchObject({ name: "Test Person", email: owner.email, country: "", company: "" });
    expect(shown.ssh).toMatch(/^ssh-ed25519 /);
    expect(shown.countries.split(";")).toHaveLength(249);
    expect(shown.countries.split(";")).toContain("DE Germany");
  });

  it("are saved as a whole, and a field that was emptied is cleared", async () => {
    const address = { street: "1 Example Street", postal: "10115", city: "Berlin", country: "DE" };
    const answer = await send({ ...address, name: "New Name", company: "Acme", tax: "DE 123 456 789" });
    expect(answer).toMatchObject({ status: 303, location: "/settings" });
    expect(await noticeOf(visit)).toEqual({ retcode: "OK", message: "Your data has been saved." });
    expect(await loader(get(visit, "/settings"))).toMatchObject({
      ...address,
      company: "Acme",
      tax: "DE 123 456 789",
    });
    await send({ company: "", country: "" });
    expect(await loader(get(visit, "/settings"))).toMatchObject({
      company: "",
      country: "",
      street: "1 Example Street",
      name: "New Name",
    });
  });

  it("accept a tax number only in the form of its country, if known, and show an example", async () => {
    const refused = await send({ country: "DE", tax: "12-34" });
    expect(refused).toMatchObject({
      status: 422,
      data: {
        lastResult: { error: { tax: [expect.stringContaining("Example: DE123456789") as string] } },
      },
    });
    expect((await send({ country: "TV", tax: "12-34" })).status).toBe(303);
    // The same number does not fit the new country's form.
    expect((await send({ country: "DE" })).status).toBe(422);
    // A number stored before the rule existed stays, whatever else is changed.
    await prisma.tenant.update({ where: { id: owner.tenantId }, data: { country: "DE" } });
    expect((await send({ city: "Berlin" })).status).toBe(303);
  });

  it("store a new SSH key and make it the default; an empty field changes nothing", async () => {
    const key = anEd25519Line("desk");
    expect((await send({ ssh: key })).status).toBe(303);
    expect((await loader(get(visit, "/settings"))).ssh).toBe(key);
    expect((await send({ ssh: "" })).status).toBe(303);
    expect((await loader(get(visit, "/settings"))).ssh).toBe(key);
    expect(await prisma.sshKey.count({ where: { tenantId: owner.tenantId } })).toBe(2);
  });

  it("50: show each error at its field, keep the other values and change nothing", async () => {
    const before = await filled();
    const wrong = { name: "", company: "x".repeat(121), tax: "x".repeat(41), country: "XX", city: "Bonn" };
    const answer = await send({ ...wrong, street: "x".repeat(121), postal: "x".repeat(21) });
    expect(answer.status).toBe(422);
    expect(answer.data).toMatchObject({
      lastResult: {
        initialValue: { city: "Bonn", country: "XX" },
        error: {
          name: [M.nameRequired],
          company: [M.fieldTooLong({ field: "Company", n: 120 })],
          tax: [M.fieldTooLong({ field: "Tax number", n: 40 })],
          street: [M.fieldTooLong({ field: "Street", n: 120 })],
          postal: [M.fieldTooLong({ field: "Postal code", n: 20 })],
          country: [M.countryRequired],
        },
      },
    });
    expect(await filled()).toEqual(before);
  });

  it("50: do not change the email", async () => {
    const answer = await send({ email: "other@people.example" });
    expect(answer).toMatchObject({
      status: 422,
      data: { lastResult: { error: { email: [M.emailIsFixed] } } },
    });
  });

  it("49: show the fault of the key at its field", async () => {
    const answer = await send({ ssh: "-----BEGIN OPENSSH PRIVATE KEY-----", name: "Kept" });
    expect(answer.data).toMatchObject({
      lastResult: { initialValue: { name: "Kept" }, error: { ssh: [M.privateSshKey] } },
    });
  });
});
