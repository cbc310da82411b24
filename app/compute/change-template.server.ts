import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { transaction, type Tx, violates } from "~/platform/db.server";
import type { TemplateInput } from "~/platform/http/schemas/template.server";
import { holdRight } from "~/platform/hold-right.server";
import { M } from "~/compute/messages";
import { Refusal } from "~/platform/refusal";
import { encrypt } from "~/platform/secret.server";
import { openEnvironment, sealEnvironment } from "./template-environment.server";
import { chooseImage } from "./choose-image.server";
import { readTemplates, shownVariables, type StoredTemplate } from "./list-templates.server";
import { registryOf } from "./inside/templates/own-image";
import { requireParts, TEMPLATES_MAX } from "./template-input";
import { requireVariables, type Variable } from "./template-variables";

/** An omitted field is empty in a new template and unchanged in an existing one, as is a registry's password that is empty. */
type Fields = z.output<typeof TemplateInput>;

interface TemplateAct {
  tenantId: number;
  userId: number;
  now: Date;
}

type Columns = Pick<
  StoredTemplate,
  | "name"
  | "imageOf"
  | "imageRef"
  | "imageDigest"
  | "start_command"
  | "sealed"
  | "secretNames"
  | "http_ports"
  | "volume_path"
  | "registry_username"
  | "registryPassword"
>;

/** Creates a template for a tenant (18.4). @returns its id. @throws Refusal M02, M80, M287, M291, M294 to M299. */
export async function createTemplate({ tenantId, userId, now }: TemplateAct, fields: Fields): Promise<string> {
  return await unlessTaken(fields.name, async (tx) => {
    await holdRight(tx, { tenantId, userId, now }, "templates.act");
    const columns = await columnsOf(tx, { tenantId, fields, before: null });
    // Serializes concurrent calls, so that the second one counts the first.
    await tx.query(`select from tenant where id = $1 for no key update`, [tenantId]);
    const [made] = await tx.query<{ id: string }>(
      `insert into template (tenant_id, name, title, image_of, image_ref, image_digest, start_command, environment, secret_names,
         http_ports, volume_path, registry_username, registry_password_encrypted, created_at, created_by_id)
       select $tenantId, $name, $name, $imageOf, $imageRef, $imageDigest, $start_command, $sealed, $secretNames::text[],
         $http_ports::int[], $volume_path, $registry_username, $registryPassword, $now, $userId
       where (select count(*) from template where tenant_id = $tenantId and deleted_at is null) < ${TEMPLATES_MAX}
       returning template_id as id`,
      { ...columns, tenantId, now, userId },
    );
    if (!made) throw new Refusal(M.tooManyTemplates({ n: TEMPLATES_MAX }), { status: 409 });
    return made.id;
  });
}

/** Changes a tenant's template, by its name or its id; tasks keep their copy (decision 0273). @returns its id. */
export async function changeTemplate(
  { tenantId, userId, named, now }: TemplateAct & { named: string },
  fields: Fields,
): Promise<string> {
  return await unlessTaken(fields.name, async (tx) => {
    await holdRight(tx, { tenantId, userId, now }, "templates.act");
    const before = await lockOwn(tx, { tenantId, named });
    const columns = await columnsOf(tx, { tenantId, fields, before });
    await tx.query(
      `update template set name = $name, title = $name, image_of = $imageOf, image_ref = $imageRef,
         image_digest = $imageDigest, start_command = $start_command, environment = $sealed,
         secret_names = $secretNames::text[], http_ports = $http_ports::int[], volume_path = $volume_path,
         registry_username = $registry_username, registry_password_encrypted = $registryPassword,
         changed_by_id = $userId
       where template_id = $template_id`,
      { ...columns, userId, template_id: before.template_id },
    );
    return before.template_id;
  });
}

/**
 * Deletes a tenant's template with its secrets; tasks that it started keep their copy. @returns its name. @throws
 * Refusal M04 (404).
 */
export async function deleteTemplate({
  tenantId,
  userId,
  named,
  now,
}: TemplateAct & { named: string }): Promise<string> {
  return await transaction(async (tx) => {
    await holdRight(tx, { tenantId, userId, now }, "templates.act");
    const { template_id, name } = await lockOwn(tx, { tenantId, named });
    await tx.query(`delete from template where template_id = $1`, [template_id]);
    return name;
  });
}

async function unlessTaken(name: string | undefined, work: (tx: Tx) => Promise<string>): Promise<string> {
  try {
    return await transaction(work);
  } catch (error) {
    if (!violates(error, "template_name_of_tenant")) throw error;
    throw Refusal.ofField("name", M.templateNameTaken({ name: name ?? "" }));
  }
}

async function lockOwn(tx: Tx, { tenantId, named }: { tenantId: number; named: string }): Promise<StoredTemplate> {
  await tx.query(
    `select from template where tenant_id = $1 and (name = $2 or template_id::text = $2) and deleted_at is null for update`,
    [tenantId, named],
  );
  const [found] = await readTemplates(tx, { tenantId, named });
  if (!found?.own) throw new Refusal(M.notFound, { status: 404 });
  return found;
}

async function columnsOf(
  tx: Tx,
  { tenantId, fields, before }: { tenantId: number; fields: Fields; before: StoredTemplate | null },
): Promise<Columns> {
  const { image: named = before?.image ?? "", environment, registry_password = "", ...typed } = fields;
  const parts = requireParts({
    name: typed.name ?? before?.name ?? "",
    start_command: typed.start_command ?? before?.start_command ?? "",
    http_ports: typed.http_ports ?? before?.http_ports ?? [],
    volume_path: typed.volume_path ?? before?.volume_path ?? "",
    registry_username: typed.registry_username ?? before?.registry_username ?? "",
    registry_password,
  });
  const image = await chooseImage(tx, { tenantId, image: named });
  const variables = variablesOf(environment, before);
  return { ...parts, ...image, ...variables, ...credentialsOf(image.imageRef, parts, before) };
}

function variablesOf(
  given: readonly Variable[] | undefined,
  before: StoredTemplate | null,
): Pick<Columns, "sealed" | "secretNames"> {
  const kept = openEnvironment(before?.sealed ?? "");
  const secretBefore = before?.secretNames ?? [];
  const variables = (given ?? (before ? shownVariables(before) : [])).map(({ name, value, secret }) => {
    const isShown = !secret && secretBefore.includes(name);
    return { name, value: value ?? storedValue(isShown ? {} : kept, name), secret };
  });
  // Kept values count too: a node gets all of them.
  requireVariables(variables, "environment");
  const environment = Object.fromEntries(variables.map(({ name, value }) => [name, value]));
  return {
    sealed: before && isDeepStrictEqual(environment, kept) ? before.sealed : sealEnvironment(environment),
    secretNames: variables.filter(({ secret }) => secret).map(({ name }) => name),
  };
}

/** The stored value of a variable that was sent without one. One that stops being secret has none: it would be shown. */
function storedValue(kept: Record<string, string>, name: string): string {
  const value = Object.hasOwn(kept, name) ? kept[name] : undefined;
  if (value !== undefined) return value;
  throw Refusal.ofField(
    "environment",
    M.variablesWrong({ where: name, problem: "has no value yet. Write one after the =." }),
  );
}

/**
 * Keeps a password only for the registry that it was typed for: otherwise anybody who may change the template could
 * read it elsewhere.
 */
function credentialsOf(
  imageRef: string,
  { registry_username, registry_password }: { registry_username: string; registry_password: string },
  before: StoredTemplate | null,
): Pick<Columns, "registry_username" | "registryPassword"> {
  if (imageRef === "" || registry_username === "") return { registry_username: "", registryPassword: null };
  if (registry_password !== "") return { registry_username, registryPassword: encrypt(registry_password) };
  const stored = before?.registryPassword ?? null;
  if (before && stored !== null && registryOf(before.imageRef) === registryOf(imageRef))
    return { registry_username, registryPassword: stored };
  throw Refusal.ofField("registry_password", "Enter the password of this registry.");
}
