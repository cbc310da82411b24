import type { Queryable } from "~/db.server";
import { M } from "~/domain/messages";
import { Refusal } from "~/domain/refusal";

/** What a task is started with by a template; stays as it is when that changes. */
export interface TemplateChoice {
  name: string;
  imageRef: string;
  imageDigest: string;
  startCommand: string;
  /** Encrypted JSON of its variables; empty for none. */
  environment: string;
  httpPorts: number[];
}

/** A template by its name: the tenant's own before the house's. @throws Refusal M290. */
export async function findTemplate(
  q: Queryable,
  { tenantId, name }: { tenantId: number; name: string },
): Promise<TemplateChoice> {
  const [found] = await q.query<TemplateChoice>(
    `select name, image_ref as "imageRef", image_digest as "imageDigest", start_command as "startCommand", environment,
       http_ports as "httpPorts"
     from template where name = $2 and (tenant_id = $1 or tenant_id is null) and deleted_at is null
     order by tenant_id nulls last limit 1`,
    [tenantId, name],
  );
  if (!found) throw Refusal.ofField("template", M.unknownTemplate({ template: name }));
  return found;
}
