import { M as BEFORE } from "~/usage/messages";
import { byName } from "~/platform/message-rows";

/** Messages of this module, each once (3.10): its id, its name in code, and its text. */
export const ROWS = {
  M110: { titleRequired: "A title of 1 to 200 characters is required." },
  M111: { wrongTopics: "content must be a list of topics with question and answer." },
  M112: { sectionChanged: "Somebody else changed this section. Reload to see the newest text." },
  M113: { noSuchSection: "No such section. It may have been deleted." },
} as const;

/** Messages by name: those of this module and of the modules before it. */
export const M = { ...BEFORE, ...byName(ROWS) };
