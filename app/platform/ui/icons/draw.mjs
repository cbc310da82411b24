// `npm run icons`: writes the drawings of the icons in use from lucide-react, without the 2 KB that its components bring.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const NAMES = [
  "check",
  "circle-check",
  "copy",
  "menu",
  "message-square",
  "monitor",
  "moon",
  "sun",
  "triangle-exclamation-point",
  "x",
];

/** @param {string} name As https://lucide.dev names it. @returns {Promise<string>} The content of its `svg`. */
async function drawingOf(name) {
  const { __iconData: icon } = await import(`lucide-react/icons/${name}`);
  return icon.node
    .map(([tag, { key: _, ...attributes }]) => {
      const written = Object.entries(attributes).map(([attribute, value]) => `${attribute}="${value}"`);
      return `<${tag} ${written.join(" ")}/>`;
    })
    .join("");
}

/** Builds the content of `drawn.ts`. */
export async function drawnFile() {
  const drawings = await Promise.all(NAMES.map(drawingOf));
  const lines = NAMES.map((name, at) => `  ${/-/.test(name) ? `"${name}"` : name}:\n    '${drawings[at]}',`);
  return `/** Icons of Lucide (ISC licence), written by \`npm run icons\`. */\nexport const DRAWN = {\n${lines.join("\n")}\n} as const;\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  await writeFile(join(import.meta.dirname, "drawn.ts"), await drawnFile());
