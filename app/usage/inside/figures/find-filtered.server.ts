import { db } from "~/platform/db.server";
import { M } from "~/usage/messages";
import { userCalled } from "./names.server";
import type { UsageFilter } from "./usage-filter";

/** Ids to compare with in a statement: `($1::int is null or model_id = $1)`. */
export interface Filtered {
  /** Null for all models; `NOBODY` for an unknown name, which finds nothing. */
  modelId: number | null;
  userId: number | null;
  tenantId: number | null;
  /** Error text of a name, for its field. */
  problems: Partial<Record<keyof UsageFilter, string>>;
}

const NOBODY = -1;
const UNKNOWN_MODEL = "No event named this model.";

/** Ids of the names in a filter. */
export async function findFiltered(filter: UsageFilter): Promise<Filtered> {
  if (filter.model === "" && filter.user === "" && filter.workspace === "")
    return { modelId: null, userId: null, tenantId: null, problems: {} };
  const [found] = await db.query<{ modelId: number | null; userId: number | null; tenantId: number | null }>(
    `select (select id from usage_model where name = $1) as "modelId",
       ${userCalled("$2")} as "userId",
       (select tenant_id from workspace where name = lower($3) and deleted_at is null) as "tenantId"`,
    [filter.model, filter.user, filter.workspace].map((name) => name.replaceAll("\0", "")),
  );
  const idOf = (name: string, id: number | null | undefined) => (name === "" ? null : (id ?? NOBODY));
  const { model, user, workspace } = filter;
  const ids = {
    modelId: idOf(model, found?.modelId),
    userId: idOf(user, found?.userId),
    tenantId: idOf(workspace, found?.tenantId),
  };
  return {
    ...ids,
    problems: {
      ...(ids.modelId === NOBODY && { model: UNKNOWN_MODEL }),
      ...(ids.userId === NOBODY && { user: M.noUserWithEmail }),
      ...(ids.tenantId === NOBODY && { workspace: M.noSuchWorkspace }),
    },
  };
}
