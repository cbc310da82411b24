import { onOpening } from "~/platform/ui/late";

/** The question before a kill, for its popups and its page. */
export const KILL = onOpening(() => import("./kill-form"));
