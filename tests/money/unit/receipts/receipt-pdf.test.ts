import { expect, test } from "vitest";
import { receiptPdf, type ReceiptFacts } from "~/payments/receipt-pdf.server";
import { readPdf } from "../../../support/pdf-text";

const facts: ReceiptFacts = {
  number: "MR-2026-000123",
  issuedAt: new Date("2026-11-21T12:00:00Z"),
  paidAt: new Date("2026-11-21T11:58:00Z"),
  tenantName: "tenant-7k2q",
  name: "Erika Müller",
  company: "Müller & Söhne GmbH",
  tax: "DE123456789",
  addressLines: ["Straße 1", "10115 Berlin", "Germany"],
  description: "Top-up of the prepaid balance",
  amountCents: 5000n,
  cardBrand: "visa",
  last4: "4242",
  seller: { name: "Millrace", lines: ["1 Mill Lane"] },
};

test("a receipt shows payer, amount, time and method on one page", async () => {
  const { pages, lines } = readPdf(await bytesOf(facts));
  expect(pages).toBe(1);
  expect(lines).toEqual(
    expect.arrayContaining([
      ...["Receipt", "MR-2026-000123", "21.11.2026", "21.11.2026 11:58 UTC", "Visa ending in 4242"],
      ...[
        "Müller & Söhne GmbH",
        "Erika Müller",
        "Germany",
        "Tax number DE123456789",
        "Straße 1",
        "10115 Berlin",
        "Account tenant-7k2q",
      ],
      ...["Top-up of the prepaid balance", "Total paid", "$50.00", "1 Mill Lane"],
    ]),
  );
  expect(lines).not.toContain("Refunded to the card since");
});

test("a refund to the card is shown with the remaining amount", async () => {
  const { lines } = readPdf(await bytesOf({ ...facts, refundedCents: 1205n }));
  expect(lines).toEqual(expect.arrayContaining(["−$12.05", "Remains", "$37.95"]));
});

test.each([
  ["Polish", "Żółć Łódź"],
  ["Russian", "ООО Жуков"],
  ["Greek", "Ελλάδα ΑΕ"],
  ["Japanese", "株式会社ミル"],
  ["Chinese", "李華東"],
  ["Korean", "김철수"],
  ["Thai", "สวัสดี"],
])("a name in %s is unchanged", async (_, company) => {
  const { lines } = readPdf(await bytesOf({ ...facts, company }));
  // Marks above and below letters are separate glyphs.
  expect(lines.join("")).toContain(company);
});

test.each([
  ["Arabic", "شركة محمد علي"],
  ["Hebrew", "חברת ישראל"],
])("a name in %s is set from right to left", async (_, company) => {
  const { text } = readPdf(await bytesOf({ ...facts, company }));
  expect(text.normalize("NFKC")).toContain([...company].reverse().join(""));
});

test("the longest names and addresses fit on one page, and no text is lost outside it", async () => {
  const long = { company: "W".repeat(120), tax: "W".repeat(40), description: "Wide ".repeat(40) };
  const addressLines = Array.from({ length: 5 }, () => "W".repeat(120));
  const { pages, text } = readPdf(await bytesOf({ ...facts, ...long, addressLines, refundedCents: 5000n }));
  expect(pages).toBe(1);
  expect(text).toContain("Remains");
});

test("the same facts produce the same file", async () => {
  expect(await bytesOf(facts)).toEqual(await bytesOf({ ...facts }));
});

async function bytesOf(receipt: ReceiptFacts): Promise<Uint8Array> {
  return new Uint8Array(await new Response(receiptPdf(receipt)).arrayBuffer());
}
