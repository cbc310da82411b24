import { M } from "~/compute/messages";
import { isSearchable, STATE_GROUPS, type StateGroup, type TaskSearch } from "~/compute/inside/tasks/task-search";
import { normaliseTag } from "~/compute/task-tags";
import { pageNumber } from "~/platform/http/page-number";

/** Search of tasks in the address (9.9). */
export interface AskedTasks extends TaskSearch {
  /** Includes tasks that ended long ago. */
  previous: boolean;
  /** Pages after the first go on with tasks that have ended. */
  page: number;
  /** Search and choice are open when no script runs. A page without a script does not reload itself (decision 0056). */
  find: boolean;
  /** Message for an invalid search; empty for a valid one. */
  unreadable: string;
}

const TEXT_MAX = 100;

/** Reads the search of the address. A search includes tasks that ended long ago. */
export function askedTasks(search: URLSearchParams): AskedTasks {
  const text = (search.get("q") ?? "").normalize("NFC").trim().slice(0, TEXT_MAX);
  const tag = normaliseTag((search.get("tag") ?? "").slice(0, TEXT_MAX));
  const state = search.get("state") ?? "";
  const known = Object.hasOwn(STATE_GROUPS, state) ? (state as StateGroup) : "";
  const unreadable = isSearchable(text) && isSearchable(tag) ? "" : M.searchUnreadable;
  return {
    text: unreadable === "" ? text : "",
    tag: unreadable === "" ? tag : "",
    state: known,
    previous: search.has("previous") || text !== "" || tag !== "" || known === "ended",
    page: pageNumber(search, "page"),
    find: search.has("find"),
    unreadable,
  };
}
