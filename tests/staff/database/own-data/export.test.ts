import { beforeEach, describe, expect, it } from "vitest";
import { addGpuAlert } from "~/compute/gpu-alerts.server";
import { db, prisma } from "~/platform/db.server";
import { makeNamedKey } from "~/accounts/inside/api-keys/create-key.server";
import { M } from "~/messages";
import { askExport } from "~/staff/inside/own-data/export/ask-export.server";
import { prepareExports } from "~/staff/prepare-exports.server";
import { openExport, pruneExports } from "~/staff/read-exports.server";
import { writeZip } from "~/staff/inside/own-data/export/write-zip.server";
import { action, loader } from "~/staff/screens/data/route";
import { aTenant, type TenantInWorld, theCatalogue } from "../../../support/world";
import { filesOfZip } from "../../../support/zip";
import { answerOf, aVisit, get, post, thrownBy, type Visit } from "../../../accounts/database/screens/visit";
import { mailsTo } from "../users/mails";

const DAY_MS = 86_400_000;

let owner: TenantInWorld;
let visit: Visit;

beforeEach(async () => {
  await db.query(`delete from data_export`);
  owner = await aTenant({ dollars: 12.34 });
  visit = await aVisit({ userId: owner.userId });
});

const send = async (fields: Record<string, string>) => await answerOf(await action(post(visit, "/user/data", fields)));
const shown = async () => (await loader(get(visit, "/user/data"))).exports;

async function prepared(): Promise<{ id: string; files: Map<string, string> }> {
  await send({ intent: "export" });
  await prepareExports({ now: new Date() });
  const id = (await shown())[0]?.id ?? "";
  return { id, files: filesOfZip(await download(id)) };
}

async function download(id: string): Promise<Buffer> {
  const args = post(visit, "/user/data", { intent: "download", id });
  await thrownBy(action(args));
  const file = args.context.facts?.file;
  if (!file) throw new Error("no file was sent");
  expect(file.headers.get("Content-Type")).toBe("application/zip");
  return Buffer.from(await file.arrayBuffer());
}

describe("A copy of the user's own data", () => {
  it("is prepared by the job, announced by mail and downloaded as a ZIP of JSON and CSV", async () => {
    await makeNamedKey({
      ...{ tenantId: owner.tenantId, userId: owner.userId, requestId: "", now: new Date() },
      key: { name: "=nightly", scopes: ["read", "tasks"], networks: [], expiresAt: null },
    });
    await theCatalogue();
    await addGpuAlert({ ...owner, gpuType: "h100", now: new Date() });
    const { files } = await prepared();
    expect((await mailsTo(owner.email)).map(({ subject }) => subject)).toContain("Your Millrace data is ready");
    const listOf = (name: string) => JSON.parse(files.get(`${name}.json`) ?? "") as Record<string, unknown>[];
    expect(listOf("profile")).toMatchObject([{ email: owner.email, tenant_name: owner.tenantName, two_factor: false }]);
    expect(listOf("sessions")).toHaveLength(1);
    expect(listOf("api-keys")).toMatchObject([{ kind: "full" }, { name: "=nightly", scopes: ["read", "tasks"] }]);
    expect(listOf("ssh-keys")).toHaveLength(1);
    expect(listOf("gpu-alerts")).toMatchObject([{ gpu_type: "h100" }]);
    expect(listOf("movements")).toMatchObject([{ account: "customer", units: String(1234 * 3600), kind: "topup" }]);
    expect(files.get("movements.csv")).toMatch(
      /^\ufeffentry,at,account,unit,units,kind,description,task\r\n\d+,\d{4}-/,
    );
    expect(files.get("api-keys.csv")).toContain(",'=nightly,");
    for (const empty of ["tasks", "receipts", "notifications", "webhook-endpoints", "usage-by-day"])
      expect(listOf(empty)).toEqual([]);
  });

  it("contains the invoices by bank transfer, and the credit notes that gave some of it back", async () => {
    await db.query(
      `with invoice as (
         insert into bank_invoice (invoice_id, tenant_id, number, state, cents, vat_cents, vat_rate_bp, vat_country, vat_reason,
           credit_when, issued_at, due_on, received_cents, returned_cents, credited_at, ended_at, seller, bank_details, billed_to)
         values (gen_random_uuid(), $1, 'INV-2026-000007', 'paid', 10000, 1900, 1900, 'DE', 'domestic', 'paid', now(),
           '2026-12-01', 12000, 100, now(), now(), '{}', 'IBAN', '{}') returning invoice_id)
       insert into credit_note (note_id, invoice_id, number, cents, vat_cents, reason, given_by_id, given_at)
       select gen_random_uuid(), invoice_id, 'CN-2026-000003', 1190, 190, 'Paid twice', $2, now() from invoice`,
      [owner.tenantId, owner.userId],
    );
    const { files } = await prepared();
    expect(JSON.parse(files.get("bank-invoices.json") ?? "")).toMatchObject([
      { number: "INV-2026-000007", received_cents: "12000", returned_cents: "100" },
    ]);
    expect(JSON.parse(files.get("credit-notes.json") ?? "")).toMatchObject([
      { number: "CN-2026-000003", invoice: "INV-2026-000007", cents: "1190", vat_cents: "190", reason: "Paid twice" },
    ]);
  });

  it("contains no secret, and no data of others", async () => {
    const other = await aTenant();
    const { files } = await prepared();
    const [stored] = await db.query<{ hash: string; encrypted: string; password: string }>(
      `select k.hash, k.encrypted, u.password_hash as password from api_key k join user_account u on u.id = k.user_id
       where u.id = $1`,
      [owner.userId],
    );
    const all = [...files.values()].join("\n");
    for (const secret of [
      owner.apiKey,
      stored?.hash,
      stored?.encrypted,
      stored?.password,
      other.email,
      visit.sessionId,
    ])
      expect(all).not.toContain(secret);
  });

  it("is its owner's only, asks for the password after a while, and is deleted after a week", async () => {
    const { id } = await prepared();
    const other = await aTenant();
    expect(await openExport({ id, userId: other.userId, now: new Date() })).toBeNull();
    visit = await aVisit({ userId: other.userId });
    expect(await thrownBy(action(post(visit, "/user/data", { intent: "download", id })))).toMatchObject({
      status: 404,
    });
    visit = await aVisit({ userId: owner.userId, loginAgoS: 16 * 60 });
    for (const fields of [
      { intent: "download", id },
      { intent: "export", id },
    ])
      expect(await send(fields)).toMatchObject({ status: 422, data: { message: M.currentPasswordRequired } });
    expect(await send({ intent: "export", password: owner.password })).toMatchObject({ status: 303 });
    await pruneExports({ now: new Date(Date.now() + 7 * DAY_MS + 60_000) });
    expect(await prisma.dataExportPart.count({ where: { exportId: id } })).toBe(0);
    expect(await shown()).toEqual([]);
  });

  it("is prepared one at a time, and three times a day", async () => {
    const asked = { userId: owner.userId, requestId: "", now: new Date() };
    const outcomes = await Promise.allSettled([askExport(asked), askExport(asked), askExport(asked)]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await send({ intent: "export" })).toMatchObject({ status: 422, data: { message: M.exportUnderWay } });
    for (let count = 2; count <= 3; count += 1) {
      await prepareExports({ now: new Date() });
      expect((await send({ intent: "export" })).status).toBe(303);
    }
    await prepareExports({ now: new Date() });
    expect((await send({ intent: "export" })).status).toBe(429);
  });

  it("restarts after its worker stopped, and fails after three attempts", async () => {
    const { id } = await askExport({ userId: owner.userId, requestId: "", now: new Date() });
    await db.query(`update data_export set attempts = 1 where id = $1`, [id]);
    await db.query(`insert into data_export_part (export_id, number, bytes) values ($1, 1, 'half'), ($1, 2, 'half')`, [
      id,
    ]);
    await prepareExports({ now: new Date() });
    expect(filesOfZip(await download(id)).has("profile.json")).toBe(true);
    const { id: another } = await askExport({ userId: owner.userId, requestId: "", now: new Date() });
    await db.query(`update data_export set attempts = 3 where id = $1`, [another]);
    await prepareExports({ now: new Date() });
    expect((await shown())[0]).toMatchObject({ id: another, state: "failed" });
    expect((await mailsTo(owner.email)).at(-1)?.subject).toBe("Your Millrace data could not be prepared");
  });

  it("of a long history is built in pieces, each row once", async () => {
    await db.query(
      `insert into notification (tenant_id, human_readable_message, cause, at)
       select $1, 'notice ' || n, 'many:' || n, timestamptz '2026-01-01' + (n / 3) * interval '1 ms' from generate_series(1, 30000) n`,
      [owner.tenantId],
    );
    const parts: Buffer[] = [];
    let largest = 0;
    for await (const part of writeZip({ userId: owner.userId, tenantIds: [owner.tenantId] }, new Date())) {
      parts.push(part);
      largest = Math.max(largest, part.length);
    }
    const list = JSON.parse(filesOfZip(Buffer.concat(parts)).get("notifications.json") ?? "") as { message: string }[];
    expect(new Set(list.map(({ message }) => message)).size).toBe(30_000);
    expect(list).toHaveLength(30_000);
    expect(largest).toBeLessThan(1024 * 1024);
  });

  it("that cannot be read to its end fails, and is not taken for complete", async () => {
    const read = async () => {
      for await (const part of writeZip({ userId: owner.userId, tenantIds: [Number.NaN] }, new Date())) void part;
    };
    await expect(read()).rejects.toThrow("NaN");
  });
});
