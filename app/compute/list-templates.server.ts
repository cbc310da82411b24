import { z } from "zod";
import { db, type Queryable } from "~/platform/db.server";
import { M } from "~/compute/messages";
import { COMPUTED, record, type Row, type Stored } from "~/platform/record";
import { Refusal } from "~/platform/refusal";
import { openEnvironment } from "./template-environment.server";
import { imageOf } from "./inside/templates/stored-template.server";
import type { Variable } from "./template-variables";

/** A template for its readers, with its JSON names (18.3): of a secret variable only its name. */
export const ShownVariable = z.object({
  name: z.string().meta({ description: "Letters, digits and _", examples: ["MODEL"] }),
  value: z
    .string()
    .nullable()
    .meta({
      description: "One line; null for a secret value, and null keeps it unchanged",
      examples: ["facebook/opt-125m"],
    }),
  secret: z
    .boolean()
    .meta({ description: "Whether the value is secret: only the task receives it", examples: [false] }),
});

/** A template as its readers see it (18.3), alias `t`: only the name of a secret variable. */
export const TEMPLATE = record({
  template_id: {
    type: z.string(),
    means: ["Id of the template", "5d1c0c1e-6d1f-4a53-9d0e-2f6b8a90c1aa"],
    sql: "t.template_id",
  },
  name: {
    type: z.string(),
    means: [
      "Name to send as `template` to POST /v1/reserve: 1 to 32 of a–z, 0–9 and hyphens, starting with a letter",
      "jupyterlab",
    ],
    sql: "t.name",
  },
  title: { type: z.string(), means: ["Its name on screens", "JupyterLab"], sql: "t.title" },
  line: { type: z.string(), means: ["Description in one sentence", "Notebooks in the browser."], sql: "t.line" },
  own: { type: z.boolean(), means: ["Whether it belongs to the tenant", false], sql: "t.tenant_id is not null" },
  image: {
    type: z.string(),
    means: [
      "Name of a built-in template or of an image of `/v1/os`; or, if your own images are allowed, a reference with its registry",
      "quay.io/jupyter/pytorch-notebook:cuda12-latest",
    ],
    sql: "case when t.image_of <> '' then t.image_of else concat_ws('@', t.image_ref, nullif(t.image_digest, '')) end",
  },
  start_command: {
    type: z.string(),
    means: ["Command that runs alongside SSH when the task starts", "jupyter lab --port 8888"],
    sql: "t.start_command",
  },
  environment: {
    type: z.array(ShownVariable),
    means: ["Environment variables of all programs in the task, at most 100"],
    sql: COMPUTED,
  },
  http_ports: { type: z.array(z.int()), means: ["Ports that serve HTTP", [8888]], sql: "t.http_ports" },
  volume_path: { type: z.string(), means: ["Folder where a volume is expected", "/workspace"], sql: "t.volume_path" },
  gpus: { type: z.int(), means: ["GPUs it is designed for", 1], sql: "t.gpus" },
  registry_username: {
    type: z.string(),
    means: ["Registry user for your own image; empty if it needs none", ""],
    sql: "t.registry_username",
  },
  has_registry_password: {
    type: z.boolean(),
    means: ["Whether a registry password is stored", false],
    sql: "t.registry_password_encrypted is not null",
  },
  hindrance: { type: z.string(), means: ["Why it cannot be started now; empty if it can", ""], sql: COMPUTED },
});
export type TemplateRow = Row<typeof TEMPLATE>;

/** A stored template, with the image that its name means now. */
export interface StoredTemplate extends Stored<typeof TEMPLATE> {
  /** Name of a built-in template or of an image of the catalogue; empty: the reference is its own. */
  imageOf: string;
  imageRef: string;
  imageDigest: string;
  /** Encrypted JSON of its variables; empty for none. */
  sealed: string;
  secretNames: string[];
  registryPassword: string | null;
  /** Reference of the built-in template that `imageOf` names. */
  houseRef: string | null;
  houseDigest: string | null;
  /** The image of the catalogue that it names, while that may be started. */
  tenantImage: string | null;
  /** True if the tenant may use its own images. */
  ownImages: boolean;
}

/** The templates that a tenant may see, or the one of a name or an id: its own before the house's. */
export async function readTemplates(
  q: Queryable,
  { tenantId, named = null }: { tenantId: number | null; named?: string | null },
): Promise<StoredTemplate[]> {
  return await q.query<StoredTemplate>(
    `select ${TEMPLATE.columns}, t.image_of as "imageOf", t.image_ref as "imageRef", t.image_digest as "imageDigest",
       t.environment as sealed, t.secret_names as "secretNames", t.registry_password_encrypted as "registryPassword",
       house.image_ref as "houseRef", house.image_digest as "houseDigest", image.tenant_image as "tenantImage",
       coalesce(tenant.own_images_at is not null, false) as "ownImages"
     from template t left join tenant on tenant.id = t.tenant_id
       left join template house on house.tenant_id is null and house.deleted_at is null and house.name = t.image_of
       left join image on image.tenant_image = t.image_of and image.reference <> '' and image.hidden_at is null
         and not image.os_deprecated
     where (t.tenant_id = $1 or t.tenant_id is null) and t.deleted_at is null
       and ($2::text is null or t.name = $2 or t.template_id::text = $2)
     order by t.tenant_id nulls last, t.position, t.name`,
    [tenantId, named],
  );
}

/** The templates that a tenant may start, its own first; for a visitor, those of the house. */
export async function listTemplates(asked: { tenantId: number | null; named?: string }): Promise<TemplateRow[]> {
  return (await readTemplates(db, asked)).map((stored) => {
    const image = imageOf(stored);
    const hindrance = "hindrance" in image ? image.hindrance : "";
    return TEMPLATE.only({ ...stored, environment: shownVariables(stored), hindrance });
  });
}

/** Reads a template by its name or its id, the tenant's own before built-in ones. @throws Refusal M04 (404). */
export async function readTemplate(asked: { tenantId: number; named: string }): Promise<TemplateRow> {
  const [found] = await listTemplates(asked);
  if (!found) throw new Refusal(M.notFound, { status: 404 });
  return found;
}

/** Returns the part of a template's variables that may be shown. */
export function shownVariables({ sealed, secretNames }: Pick<StoredTemplate, "sealed" | "secretNames">): Variable[] {
  return Object.entries(openEnvironment(sealed)).map(([name, value]) => {
    const secret = secretNames.includes(name);
    return { name, value: secret ? null : value, secret };
  });
}
