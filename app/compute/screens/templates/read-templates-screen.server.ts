import { db } from "~/platform/db.server";
import { listContainerRows } from "~/compute/inside/capacity/list-container-rows.server";
import { areImagesStoodIn } from "~/compute/inside/templates/check-stood-in.server";
import { M } from "~/compute/messages";
import { freeName } from "~/platform/plain-name";
import { type ListedImage, listTemplateImages, mayUseOwnImages } from "~/compute/choose-image.server";
import { listTemplates, type TemplateRow } from "~/compute/list-templates.server";
import { variableLines } from "~/compute/template-variables";
import { refusalPage } from "~/platform/http/refusal-page.server";
import { OWN_IMAGE, type TemplateTexts } from "./template-texts";

/** The form of one template, filled in. */
export interface ShownForm {
  /** A new key makes a new form. */
  key: string;
  title: string;
  /** Id of the template being edited; empty for a new one. */
  id: string;
  texts: TemplateTexts;
  images: ListedImage[];
  ownImages: boolean;
  hasPassword: boolean;
}

/**
 * Reads the templates, and whether any cluster can run them now, by imitation in the demo or as they are. Also reads
 * the form that the address requests: `new`, `copy` with a name, or `edit` with an id.
 */
export async function readTemplatesScreen({ tenantId, search }: { tenantId: number; search: URLSearchParams }) {
  const [templates, rows, isStoodIn] = await Promise.all([
    listTemplates({ tenantId }),
    listContainerRows(),
    areImagesStoodIn(),
  ]);
  return { templates, isRunnable: rows.length > 0, isStoodIn, form: await readForm(templates, { tenantId, search }) };
}

async function readForm(
  templates: TemplateRow[],
  { tenantId, search }: { tenantId: number; search: URLSearchParams },
): Promise<ShownForm | null> {
  const [copy, edit] = [search.get("copy"), search.get("edit")];
  if (copy === null && edit === null && !search.has("new")) return null;
  const [images, ownImages] = await Promise.all([listTemplateImages(db), mayUseOwnImages(db, tenantId)]);
  const shared = { images, ownImages, hasPassword: false };
  if (edit !== null) {
    const template = found(templates.find(({ own, template_id }) => own && template_id === edit));
    const { template_id: id, name, has_registry_password: hasPassword } = template;
    return { ...shared, key: id, title: `Template ${name}`, id, texts: textsOf(template, images), hasPassword };
  }
  if (copy !== null) {
    const template = found(templates.find(({ own, name }) => !own && name === copy));
    const own = templates.filter((one) => one.own).map((one) => one.name);
    const name = freeName(`my-${template.name}`, own);
    const texts = { ...textsOf(template, images), name, image_choice: template.name, image: "" };
    return { ...shared, key: `copy-${template.name}`, title: `Copy of ${template.title}`, id: "", texts };
  }
  return {
    ...shared,
    key: "new",
    title: "New template",
    id: "",
    texts: { ...EMPTY, image_choice: images[0]?.name ?? "" },
  };
}

function found(template: TemplateRow | undefined): TemplateRow {
  if (!template) throw refusalPage(404, M.notFound);
  return template;
}

const EMPTY: TemplateTexts = {
  ...{ name: "", image_choice: "", image: "", registry_username: "", start_command: "" },
  ...{ variables: "", secrets: "", http_ports: "", volume_path: "" },
};

function textsOf(template: TemplateRow, images: ListedImage[]): TemplateTexts {
  const { name, image, environment, http_ports, registry_username, start_command, volume_path } = template;
  const isListed = images.some((one) => one.name === image);
  return {
    ...{ name, registry_username, start_command, volume_path },
    image_choice: isListed ? image : OWN_IMAGE,
    image: isListed ? "" : image,
    variables: variableLines(environment, { secret: false }),
    secrets: variableLines(environment, { secret: true }),
    http_ports: http_ports.join(", "),
  };
}
