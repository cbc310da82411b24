import type { DesiredTask } from "~/fleet/agent-messages";

/**
 * Builds `/etc/os-release` of a task, with its image's name for people and programs. The variant names the machine's
 * own system, because this runtime unpacks no images.
 */
export function osRelease({ tenant_image, image_name }: Pick<DesiredTask, "tenant_image" | "image_name">): string {
  const name = clean(image_name || tenant_image);
  const [word = "Linux"] = name.split(" ");
  const version = /\b\d+(\.\d+)?\b/.exec(name)?.[0] ?? "";
  const lines: [string, string][] = [
    ["PRETTY_NAME", name],
    ["NAME", word],
    ["ID", word.toLowerCase().replace(/[^a-z0-9._-]/g, "") || "linux"],
    ["VERSION_ID", version],
    ["IMAGE_ID", clean(tenant_image)],
    ["VARIANT", "Millrace task on the machine's own system"],
  ];
  return lines.map(([field, value]) => `${field}="${value}"\n`).join("");
}

/** The file is read by shells. */
function clean(text: string): string {
  return text.replace(/[^\w .,:()+/-]/g, "");
}
