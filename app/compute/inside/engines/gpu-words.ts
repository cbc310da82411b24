import type { SiteKind } from "~/compute/engine-kinds";

const LINE = /^([\w.-]{0,64})\s*=\s*([a-z0-9][a-z0-9-]{0,31})$/;

/**
 * Reads which GPU types the site's words for GPUs mean, a line each: `a100-sxm = a100`. A Slurm whose GPUs have no word
 * has a line without one: `= a100`. At a Kubernetes several words may mean one type. Returns a text that names a mistake.
 */
export function readGpuWords(text: string, kind: SiteKind): Record<string, string> | string {
  const lines = text.split("\n").map((line) => line.trim());
  const words: Record<string, string> = {};
  for (const line of lines.filter((one) => one !== "")) {
    const [, word, gpuType] = LINE.exec(line) ?? [];
    if (word === undefined || gpuType === undefined)
      return `“${line.slice(0, 80)}” is not of the form: word = GPU type.`;
    if (kind === "kubernetes" && word === "") return `“${line}” has no word: a value of the nodes’ label.`;
    if (Object.hasOwn(words, word)) return `The word “${word}” stands twice.`;
    if (kind === "slurm" && Object.values(words).includes(gpuType))
      return `${gpuType} stands twice. A GPU type has one word.`;
    words[word] = gpuType;
  }
  return Object.keys(words).length === 0 ? "At least one GPU type, such as: a100 = a100." : words;
}

export function writeGpuWords(words: Record<string, string>): string {
  return Object.entries(words)
    .map(([word, gpuType]) => `${word} = ${gpuType}`.trim())
    .join("\n");
}
