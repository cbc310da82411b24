import { z } from "zod";
import { M } from "~/messages";
import { rowId } from "./row-id.server";

/** The id of a section of the FAQ (3.7), and the version of it that the caller has seen. */
export const SectionId = rowId(M.noSuchSection);
export const SectionVersion = rowId(M.unreadable);
/** Null, or an empty field of a form, means none. */
export const NoSectionOrId = z.union([z.null(), z.literal("").transform(() => null), SectionId], {
  error: () => M.noSuchSection,
});
