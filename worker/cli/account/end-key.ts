import { done } from "../api/answer";
import { apiClient } from "../api/client";
import { EXIT, Failure } from "../failure";
import type { Profile } from "./profiles";

/** Revokes a key that `login` made; returns whether it is revoked. Keys that users supplied may serve other programs. */
export async function endKey({ url, api_key: apiKey, expires_ts: made }: Profile): Promise<boolean> {
  if (made === undefined) return false;
  try {
    await done(apiClient({ url, apiKey }).POST("/v1/api-keys/revoke", { body: {} }));
    return true;
  } catch (error) {
    return error instanceof Failure && error.code === EXIT.login;
  }
}
