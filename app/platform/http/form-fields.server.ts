import { M } from "~/messages";
import { REMOVE_HIDDEN, withoutHidden } from "~/platform/hidden-characters";
import { Refusal } from "~/platform/refusal";
import { env } from "~/platform/env.server";
import { assertFewFields, parseForm, readBytes } from "./body.server";
import { cleanText, isPasswordField } from "./clean-text";
import { refusalPage } from "./refusal-page.server";

const FORMS = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;
const FIELD_NAME = /^\w{1,64}$/;

/** A form's one field with a file. */
export interface FileField {
  name: string;
  limitBytes: number;
  /** The sentence about a larger file. */
  tooLarge: string;
}

/**
 * The fields of a form in their stored form: texts cleaned, files omitted except the named one, if one was chosen.
 * Throws a page with status 400, 413 or 415.
 */
export async function readFields(
  request: Request,
  fileField?: FileField,
): Promise<{ fields: FormData; file: File | null }> {
  try {
    const bytes = await readBytes(request, env.BODY_KIB * 1024 + (fileField?.limitBytes ?? 0));
    const type = request.headers.get("Content-Type") ?? "";
    if (bytes.length === 0 && type === "") return { fields: new FormData(), file: null };
    const [kind] = FORMS.exec(type) ?? [];
    if (kind === undefined) throw new Refusal(M.wrongContentType, { status: 415 });
    assertFewFields(bytes, kind.toLowerCase());
    const form = await parseForm(bytes, request);
    const file = fileField && form.get(fileField.name);
    return { fields: cleaned(form), file: file instanceof Blob && file.size > 0 ? file : null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { status = 400 } = error.details;
    throw refusalPage(status, (status === 413 && fileField?.tooLarge) || error.message);
  }
}

/** `REMOVE_HIDDEN` names the field whose button "Remove it" was pressed: its hidden characters are removed. */
function cleaned(given: FormData): FormData {
  const fields = new FormData();
  const removed = given.get(REMOVE_HIDDEN);
  for (const [name, value] of given) {
    // The parser would turn a name such as `x[9000000]` into an array of that length. Our forms use no names like it.
    if (!FIELD_NAME.test(name)) continue;
    if (typeof value !== "string" || name === REMOVE_HIDDEN) continue;
    const text = isPasswordField(name) ? value : cleanText(value);
    fields.append(name, name === removed ? withoutHidden(text) : text);
  }
  return fields;
}
