import { prisma } from "~/platform/db.server";
import type { Prices } from "./gpu-cost";

/** The price list: cents per GPU-hour by GPU type, as `GET /v1/prices` shows it (B15). Hidden types are not on it (A20). */
export async function readPrices(): Promise<Prices> {
  const rows = await prisma.price.findMany({ where: { hiddenAt: null }, orderBy: { gpuType: "asc" } });
  return Object.fromEntries(rows.map((row) => [row.gpuType, row.pphCents]));
}
