import { isDeepStrictEqual } from "node:util";
import { db } from "~/platform/db.server";
import { openEnvironment } from "~/compute/template-environment.server";
import { readKept, settingsOf, taskOfTemplate, type TemplateChoice, templateOfTask } from "./find-template.server";
import { readTemplates, shownVariables, type TemplateRow } from "~/compute/list-templates.server";
import { imageText } from "./own-image";
import { imageOf } from "./stored-template.server";

/**
 * Returns the name of the template to start a task again with: the template itself if it is unchanged, else the task's
 * copy (18.2). Empty if the task was started without one.
 */
export async function templateAgain(task: { tenantId: number; resvGuid: string }): Promise<string> {
  const kept = await readKept(db, task);
  if (!kept) return "";
  const [present] = await readTemplates(db, { tenantId: task.tenantId, named: kept.name });
  const image = present && imageOf(present);
  const isSame =
    image &&
    !("hindrance" in image) &&
    isDeepStrictEqual(comparable({ ...image, ...settingsOf(present) }), comparable(kept));
  return isSame ? kept.name : templateOfTask(task.resvGuid);
}

/** The parts that decide what a task does; two encrypted texts are never equal. */
function comparable(choice: TemplateChoice) {
  const { tenantImage, imageRef, imageDigest, startCommand, environment, httpPorts } = choice;
  return { tenantImage, imageRef, imageDigest, startCommand, environment: openEnvironment(environment), httpPorts };
}

/**
 * Reads the template settings kept by the customer's task `task:{resv_guid}`, as an additional choice; null if no task
 * has that id.
 */
export async function readKeptRow(asked: { tenantId: number; template: string }): Promise<TemplateRow | null> {
  const resvGuid = taskOfTemplate(asked.template);
  const kept = resvGuid === null ? null : await readKept(db, { tenantId: asked.tenantId, resvGuid });
  if (!kept) return null;
  const { environment: sealed } = kept;
  const secretNames = Object.keys(openEnvironment(sealed));
  return {
    template_id: "",
    name: asked.template,
    title: `${kept.name}, as ${kept.taskName} had it`,
    line: "",
    own: true,
    image: kept.tenantImage ?? imageText({ reference: kept.imageRef, digest: kept.imageDigest }),
    start_command: kept.startCommand,
    environment: shownVariables({ sealed, secretNames }),
    http_ports: kept.httpPorts,
    volume_path: "",
    gpus: 1,
    registry_username: "",
    has_registry_password: false,
    hindrance: "",
  };
}
