import { isDeepStrictEqual } from "node:util";
import { transaction, type Tx, violates } from "~/platform/db.server";
import { M } from "~/platform/messages";
import { Refusal } from "~/platform/refusal";
import { encrypt } from "~/platform/secret.server";
import { openEnvironment, sealEnvironment } from "./template-environment.server";
import { chooseImage } from "./choose-image.server";
import { imageAsNamed, readTemplates, type StoredTemplate } from "./inside/templates/stored-template.server";
import { shownVariables } from "./list-templates.server";
import { registryOf } from "./inside/templates/own-image";
import { requireParts, TEMPLATES_MAX } from "./template-input";
import { requireVariables, type Variable } from "./template-variables";

/** Fields of a template; an omitted field is empty in a new template and unchanged in an existing one. */
export interface TemplateFields {
  name?: string | undefined;
  /** Name of a built-in template or of an image of the catalogue, or a reference with its registry. */
  image?: string | undefined;
  startCommand?: string | undefined;
  /** All variables. A secret one without a value is unchanged. */
  variables?: readonly Variable[] | undefined;
  httpPorts?: readonly number[] | undefined;
  volumePath?: string | undefined;
  registryUsername?: string | undefined;
  /** Empty: the stored one stays, while there is a user name and the registry is the same. */
  registryPassword?: string | undefined;
}

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
  | "startCommand"
  | "environment"
  | "secretNames"
  | "httpPorts"
  | "volumePath"
  | "registryUsername"
  | "registryPassword"
>;

/** Creates a template for a tenant (18.4). @returns its id. @throws Refusal M80, M287, M291, M294 to M299. */
export async function createTemplate({ tenantId, userId, now }: TemplateAct, fields: TemplateFields): Promise<string> {
  return await unlessTaken(fields.name, async (tx) => {
    const columns = await columnsOf(tx, { tenantId, fields, before: null });
    // Serializes concurrent calls, so that the second one counts the first.
    await tx.query(`select from tenant where id = $1 for no key update`, [tenantId]);
    const [made] = await tx.query<{ id: string }>(
      `insert into template (tenant_id, name, title, image_of, image_ref, image_digest, start_command, environment, secret_names,
         http_ports, volume_path, registry_username, registry_password_encrypted, created_at, created_by_id)
       select $tenantId, $name, $name, $imageOf, $imageRef, $imageDigest, $startCommand, $environment, $secretNames::text[],
         $httpPorts::int[], $volumePath, $registryUsername, $registryPassword, $now, $userId
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
  { tenantId, named }: Pick<TemplateAct, "tenantId"> & { named: string },
  fields: TemplateFields,
): Promise<string> {
  return await unlessTaken(fields.name, async (tx) => {
    const before = await lockOwn(tx, { tenantId, named });
    const columns = await columnsOf(tx, { tenantId, fields, before });
    await tx.query(
      `update template set name = $name, title = $name, image_of = $imageOf, image_ref = $imageRef,
         image_digest = $imageDigest, start_command = $startCommand, environment = $environment,
         secret_names = $secretNames::text[], http_ports = $httpPorts::int[], volume_path = $volumePath,
         registry_username = $registryUsername, registry_password_encrypted = $registryPassword
       where template_id = $templateId`,
      { ...columns, templateId: before.templateId },
    );
    return before.templateId;
  });
}

/**
 * Deletes a tenant's template with its secrets; tasks that it started keep their copy. @returns its name. @throws
 * Refusal M04 (404).
 */
export async function deleteTemplate({ tenantId, named }: { tenantId: number; named: string }): Promise<string> {
  return await transaction(async (tx) => {
    const { templateId, name } = await lockOwn(tx, { tenantId, named });
    await tx.query(`delete from template where template_id = $1`, [templateId]);
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
  { tenantId, fields, before }: { tenantId: number; fields: TemplateFields; before: StoredTemplate | null },
): Promise<Columns> {
  const { name, startCommand, httpPorts, volumePath, registryUsername, registryPassword } = fields;
  const parts = requireParts({
    name: name ?? before?.name ?? "",
    startCommand: startCommand ?? before?.startCommand ?? "",
    httpPorts: httpPorts ?? before?.httpPorts ?? [],
    volumePath: volumePath ?? before?.volumePath ?? "",
    registryUsername: registryUsername ?? before?.registryUsername ?? "",
    registryPassword: registryPassword ?? "",
  });
  const image = await chooseImage(tx, { tenantId, image: fields.image ?? (before ? imageAsNamed(before) : "") });
  const variables = variablesOf(fields.variables, before);
  return {
    ...parts,
    httpPorts: [...parts.httpPorts],
    ...image,
    ...variables,
    ...credentialsOf(image.imageRef, parts, before),
  };
}

function variablesOf(
  given: readonly Variable[] | undefined,
  before: StoredTemplate | null,
): Pick<Columns, "environment" | "secretNames"> {
  const kept = openEnvironment(before?.environment ?? "");
  const variables = given ?? (before ? shownVariables(before) : []);
  requireVariables(variables, "environment");
  const entries = variables.map(({ name, value }): [string, string] => [name, value ?? storedValue(kept, name)]);
  const environment = Object.fromEntries(entries);
  return {
    environment: before && isDeepStrictEqual(environment, kept) ? before.environment : sealEnvironment(environment),
    secretNames: variables.filter(({ secret }) => secret).map(({ name }) => name),
  };
}

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
  { registryUsername, registryPassword }: { registryUsername: string; registryPassword: string },
  before: StoredTemplate | null,
): Pick<Columns, "registryUsername" | "registryPassword"> {
  if (imageRef === "" || registryUsername === "") return { registryUsername: "", registryPassword: null };
  if (registryPassword !== "") return { registryUsername, registryPassword: encrypt(registryPassword) };
  const stored = before?.registryPassword ?? null;
  if (before && stored !== null && registryOf(before.imageRef) === registryOf(imageRef))
    return { registryUsername, registryPassword: stored };
  throw Refusal.ofField("registry_password", "Enter the password of this registry.");
}
