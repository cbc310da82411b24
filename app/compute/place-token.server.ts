import { signatureOf } from "~/platform/secret.server";

export const PLACE_TOKEN = "mrp_";

/**
 * The token that admits the pilots of a place. It is derived, so nobody stores it, and a submission whose answer was
 * lost is repeated with the same one: the place that the engine has under that name knows no other.
 */
export function placeToken(name: string): string {
  return PLACE_TOKEN + signatureOf("engine-place", [name]);
}
