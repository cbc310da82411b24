import { z } from "zod";
import { KEY_SCOPES } from "~/accounts/key-scopes";
import type { KeyRow } from "~/accounts/list-keys.server";

/** A key as the API tells it: never whole. */
export const ApiKeyMember = z.object({
  id: z.int(),
  name: z.string().meta({ description: "What it is called, 1 to 100 characters", examples: ["nightly training"] }),
  own: z.boolean(),
  masked: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  networks: z.array(z.string()),
  state: z
    .enum(["valid", "replaced", "expired", "revoked"])
    .meta({ description: "replaced: it works on until ends_ts", examples: ["valid"] }),
  current: z.boolean(),
  created_by: z.string(),
  created_ts: z.int(),
  ends_ts: z.int(),
  used_ts: z.int(),
  used_from: z.string(),
});

/** `callingId`: the key that makes the call, where one does. */
export function apiKeyMember(row: KeyRow, callingId: number | null): z.output<typeof ApiKeyMember> {
  return {
    ...{ id: row.id, name: row.name, own: row.own, masked: `mr_…${row.last4}`, scopes: row.scopes },
    ...{ networks: row.networks, state: row.state, current: row.id === callingId, created_by: row.madeBy },
    ...{ created_ts: row.madeTs, ends_ts: row.endsTs ?? 0, used_ts: row.usedTs ?? 0, used_from: row.usedFrom ?? "" },
  };
}
