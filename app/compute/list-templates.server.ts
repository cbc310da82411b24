import { db } from "~/platform/db.server";
import { M } from "~/platform/messages";
import { Refusal } from "~/platform/refusal";
import { openEnvironment } from "./template-environment.server";
import { imageAsNamed, imageOf, readTemplates, type StoredTemplate } from "./inside/templates/stored-template.server";
import type { Variable } from "./template-variables";

/** A template for its readers, with its JSON names (18.3): of a secret variable only its name. */
export interface TemplateRow {
  template_id: string;
  name: string;
  title: string;
  line: string;
  own: boolean;
  image: string;
  start_command: string;
  environment: Variable[];
  http_ports: number[];
  volume_path: string;
  gpus: number;
  registry_username: string;
  has_registry_password: boolean;
  /** Why it cannot be started now; empty where it can. */
  hindrance: string;
}

/** The templates that a tenant may start, its own first; of a visitor those of the house. */
export async function listTemplates({ tenantId }: { tenantId: number | null }): Promise<TemplateRow[]> {
  return (await readTemplates(db, { tenantId })).map(toRow);
}

/** Reads a template by its name or its id, the tenant's own before built-in ones. @throws Refusal M04 (404). */
export async function readTemplate({ tenantId, named }: { tenantId: number; named: string }): Promise<TemplateRow> {
  const [found] = await readTemplates(db, { tenantId, named });
  if (!found) throw new Refusal(M.notFound, { status: 404 });
  return toRow(found);
}

function toRow(template: StoredTemplate): TemplateRow {
  const image = imageOf(template);
  return {
    template_id: template.templateId,
    name: template.name,
    title: template.title,
    line: template.line,
    own: template.own,
    image: imageAsNamed(template),
    start_command: template.startCommand,
    environment: shownVariables(template),
    http_ports: template.httpPorts,
    volume_path: template.volumePath,
    gpus: template.gpus,
    registry_username: template.registryUsername,
    has_registry_password: template.registryPassword !== null,
    hindrance: "hindrance" in image ? image.hindrance : "",
  };
}

/** Returns the part of a template's variables that may be shown. */
export function shownVariables({
  environment,
  secretNames,
}: Pick<StoredTemplate, "environment" | "secretNames">): Variable[] {
  return Object.entries(openEnvironment(environment)).map(([name, value]) => {
    const secret = secretNames.includes(name);
    return { name, value: secret ? null : value, secret };
  });
}
