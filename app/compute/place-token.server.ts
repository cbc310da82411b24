import { signatureOf } from "~/platform/secret.server";

export const PLACE_TOKEN = "mrp_";

/**
 * The token that admits the pilots of a place. It is derived, so it is stored nowhere, and a submission whose answer
 * was lost is repeated with the same token, the only one that the engine's place knows.
 */
export function placeToken(name: string): string {
  return PLACE_TOKEN + signatureOf("engine-place", [name]);
}
