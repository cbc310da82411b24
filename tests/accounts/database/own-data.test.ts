import { expect, test } from "vitest";
import { db, prisma } from "~/platform/db.server";
import { findSession } from "~/accounts/session.server";
import { call, read } from "../../contract/support/call";
import { aPerson, aSession, type Person } from "../../contract/support/people";
import { anSshKey } from "../../support/world";

const KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGk1yXlpE8QpSrk6Oda4mKgVfHhTq0Jt2PGUpnlrF0Vd";

const update = async (person: Person, fields: Record<string, unknown>) =>
  (await read(await call("/users/update", { key: person.apiKey, json: fields }))) as Record<string, string>;
const password = async (person: Person, fields: Record<string, string>) =>
  await read(await call("/users/password", { cookie: person.cookie, script: true, json: fields }));
const keysOf = async (person: Person) =>
  await read<{ keys: { id: number; name: string; key: string }[]; key: string }>(
    await call("/users/keys", { key: person.apiKey }),
  );

test("50: another user's email is refused with M77; the user's own in any case is not", async () => {
  const person = await aPerson();
  const refused = await update(person, { name: "New", email: "other@test.example" });
  expect(refused).toEqual({ retcode: "ERROR", human_readable_message: "Email cannot be changed here." });
  expect((await read(await call("/users/self", { key: person.apiKey })))["name"]).toBe("Test Person");
  expect(await update(person, { name: " New ", email: person.email.toUpperCase() })).toEqual({
    retcode: "OK",
    human_readable_message: "Your data has been saved.",
  });
  expect(await read(await call("/users/self", { key: person.apiKey }))).toEqual({
    retcode: "OK",
    name: "New",
    email: person.email,
    company: "",
    tax: "",
    role: "customer",
    tenant_name: person.tenantName,
    member_role: "owner",
  });
});

test("50: unknown countries, empty names and long texts are refused; absent fields stay, empty ones are cleared", async () => {
  const person = await aPerson();
  const message = async (fields: Record<string, unknown>) => (await update(person, fields))["human_readable_message"];
  expect(await message({ country: "XX" })).toBe("Choose a country from the list.");
  expect(await message({ country: "XK" })).toBe("Choose a country from the list.");
  expect(await message({ name: "" })).toBe("A name of 1 to 100 characters is required.");
  expect(await message({ city: "x".repeat(81) })).toBe("City may have at most 80 characters.");
  expect(await message({ name: { first: "x" } })).toBe("The request could not be read.");
  expect(await message({ city: "Berlin", country: "de", company: "<b>Acme</b>' or 1=1 --" })).toMatch(/saved/);
  expect(await message({ company: "" })).toMatch(/saved/);
  const tenant = await prisma.tenant.findUniqueOrThrow({ where: { id: person.tenantId } });
  expect(tenant).toMatchObject({ city: "Berlin", country: "DE", company: "" });
});

test("an SSH key sent with the settings becomes the default; an invalid key changes nothing", async () => {
  const person = await aPerson();
  expect((await update(person, { city: "Bonn", ssh: "nonsense" }))["human_readable_message"]).toMatch(
    /^This is not a valid SSH public key\. /,
  );
  const { city } = await prisma.tenant.findUniqueOrThrow({ where: { id: person.tenantId } });
  expect(city).toBe("");
  await update(person, { ssh: `${KEY} ada@home` });
  expect((await keysOf(person)).key).toBe(`${KEY} ada@home`);
});

test("49: a repeated key is one row with its own answer; without a comment its number is its name", async () => {
  const person = await aPerson();
  const upload = async (text: string) =>
    await read(await call("/v1/ssh-public-key-upload", { key: person.apiKey, form: { ssh_public_key: text } }));
  const first = await upload(KEY);
  expect(first).toEqual({
    retcode: "OK",
    human_readable_message: "Your SSH key has been saved.",
    id: first["id"],
  });
  expect(await upload(`${KEY} other-comment`)).toEqual(first);
  const { keys } = await keysOf(person);
  expect(keys.map(({ name }) => name).sort()).toEqual(["key 2", "laptop"]);
});

test("the 21st key is refused with M46, even when many are sent at once", async () => {
  const person = await aPerson();
  for (let n = 2; n <= 19; n += 1) await anSshKey({ tenantId: person.tenantId });
  const other = await aPerson();
  const lines = await Promise.all([1, 2, 3].map(async () => lineOf(await anSshKey({ tenantId: other.tenantId }))));
  const answers = await Promise.all(
    lines.map(async (line) =>
      read(await call("/v1/ssh-public-key-upload", { key: person.apiKey, json: { ssh_public_key: line } })),
    ),
  );
  expect(answers.map(({ retcode }) => retcode).sort()).toEqual(["ERROR", "ERROR", "OK"]);
  expect((await keysOf(person)).keys).toHaveLength(20);
});

test("after the default key is removed the newest other one is the default; another user's key is not found", async () => {
  const person = await aPerson();
  const newest = await anSshKey({ tenantId: person.tenantId, name: "newest" });
  const stranger = await aPerson();
  const remove = async (id: unknown) =>
    await read(await call("/users/keys/delete", { key: person.apiKey, json: { id } }));
  for (const id of [stranger.sshKeyId, 0, -1, "x", null, 2 ** 40]) {
    expect(await remove(id)).toEqual({
      retcode: "ERROR",
      human_readable_message: "No such key. It may have been deleted.",
    });
  }
  expect(await remove(String(person.sshKeyId))).toEqual({
    retcode: "OK",
    human_readable_message: "Key removed.",
  });
  const { keys, key } = await keysOf(person);
  expect(keys).toEqual([expect.objectContaining({ id: newest, key })]);
});

test("50: bad passwords are refused by their rule", async () => {
  const person = await aPerson();
  const message = async (fields: Record<string, string>) =>
    (await password(person, { email: person.email, ...fields }))["human_readable_message"];
  const twice = (text: string) => ({ password: text, password_confirmation: text });
  expect(await message(twice("short"))).toBe("The password must have 10 to 128 characters and differ from the email.");
  expect(await message(twice(person.email.toUpperCase()))).toMatch(/differ from the email/);
  expect(await message(twice("x".repeat(129)))).toMatch(/10 to 128/);
  expect(await message(twice("Qwertyuiop"))).toBe("This password is too common.");
  expect(await message({ password: "a good long one", password_confirmation: "another" })).toBe(
    "The two passwords do not match.",
  );
  expect(await message({ ...twice("a good long one"), email: "x@test.example" })).toBe("Email cannot be changed here.");
});

test("a new password ends the other sessions and sends a mail, and the old one stops working", async () => {
  const person = await aPerson();
  const other = await aSession(person.userId);
  const fresh = " a  good long one ";
  expect(await password(person, { email: person.email, password: fresh, password_confirmation: fresh })).toEqual({
    retcode: "OK",
    human_readable_message: "Your password has been changed.",
  });
  const now = new Date();
  expect(await findSession({ cookie: other.cookie, now })).toBeNull();
  expect(await findSession({ cookie: person.cookie, now })).not.toBeNull();
  expect(await prisma.mail.count({ where: { to: person.email } })).toBe(1);
  const announced = await db.query(`select from outbox where entity = 'session' and key = $1`, [other.sessionId]);
  expect(announced).toHaveLength(1);
});

test("the present password is required if the login is over 15 minutes old", async () => {
  const person = await aPerson();
  await prisma.session.updateMany({
    where: { userId: person.userId },
    data: { loginAt: new Date(Date.now() - 16 * 60_000) },
  });
  const fields = { password: "a good long one", password_confirmation: "a good long one" };
  expect((await password(person, fields))["human_readable_message"]).toBe("Enter your current password.");
  expect((await password(person, { ...fields, current_password: person.password }))["retcode"]).toBe("OK");
});

async function lineOf(id: number): Promise<string> {
  const { type, body } = await prisma.sshKey.findUniqueOrThrow({ where: { id } });
  return `${type} ${body}`;
}
