import { db, type Queryable } from "~/platform/db.server";
import { countryName } from "~/platform/countries.server";
import type { Seller } from "./seller";
import { sellerFromEnv } from "./seller-from-env.server";

/** The seller of documents from now on: what an admin gave (B22), else what the environment says. */
export async function readSeller(q: Queryable = db): Promise<Seller> {
  const [row] = await q.query<{ name: string; address: string; country: string; vatNumber: string }>(
    `select name, address, country, vat_number as "vatNumber" from seller where name <> ''`,
  );
  if (!row) return sellerFromEnv();
  const { name, address, country, vatNumber } = row;
  const lines = [...address.split("\n"), country && countryName(country), vatNumber && `VAT number ${vatNumber}`];
  return { name, lines: lines.map((line) => line.trim()).filter((line) => line !== "") };
}
