import { prisma } from "~/platform/db.server";

/** One row of `GET /v1/os`; flags are 0 or 1 (0.8). */
export interface ImageRow {
  tenant_image: string;
  os_name: string;
  os_experimental: 0 | 1;
  os_deprecated: 0 | 1;
  is_default: 0 | 1;
}

/** The images that are offered in the catalogue's order, deprecated ones included, hidden ones not (A20). */
export async function listImages(): Promise<ImageRow[]> {
  const rows = await prisma.image.findMany({
    where: { hiddenAt: null },
    orderBy: [{ position: "asc" }, { tenantImage: "asc" }],
  });
  return rows.map((row) => ({
    tenant_image: row.tenantImage,
    os_name: row.osName,
    os_experimental: row.osExperimental ? 1 : 0,
    os_deprecated: row.osDeprecated ? 1 : 0,
    is_default: row.isDefault ? 1 : 0,
  }));
}
