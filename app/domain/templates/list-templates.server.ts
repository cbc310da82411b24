import { db } from "~/db.server";
import { openEnvironment } from "./environment.server";

/** A template as its readers see it, with its JSON names (18.3): names of variables, never what they hold. */
export interface TemplateRow {
  name: string;
  title: string;
  line: string;
  own: boolean;
  image: string;
  start_command: string;
  environment: string[];
  http_ports: number[];
  volume_path: string;
  gpus: number;
}

/** The templates that a tenant may start, its own first; of a visitor those of the house. */
export async function listTemplates({ tenantId }: { tenantId: number | null }): Promise<TemplateRow[]> {
  const rows = await db.query<Omit<TemplateRow, "environment"> & { sealed: string }>(
    `select name, title, line, tenant_id is not null as own, image_ref as image, start_command, environment as sealed, http_ports,
       volume_path, gpus
     from template where (tenant_id = $1 or tenant_id is null) and deleted_at is null
     order by tenant_id nulls last, position, name`,
    [tenantId],
  );
  return rows.map(({ sealed, ...row }) => ({ ...row, environment: Object.keys(openEnvironment(sealed)).sort() }));
}
