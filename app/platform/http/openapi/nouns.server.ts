import { jsonPaths, type Noun } from "~/routes.js";

/** The parts of the reference, in its order: the folders of the routes table. */
export const NOUNS: readonly Noun[] = [...new Set(jsonPaths.map(({ noun }) => noun))];

const nounByPath = new Map(jsonPaths.map(({ url, noun }) => [url, noun]));

/** The part of the reference that shows a path of the routes table. */
export function nounOf(path: string): Noun {
  const noun = nounByPath.get(path);
  if (!noun) throw new Error(`app/routes.js has no ${path}`);
  return noun;
}
