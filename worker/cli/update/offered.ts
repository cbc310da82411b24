import { createHash } from "node:crypto";

/** What `/cli/version.json` of an installation says of the program beside it. */
export interface Offered {
  version: string;
  build: string;
  sha256: string;
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Null where an installation has none, because it is older or was built without. */
export async function readOffered(url: string, ask: (request: Request) => Promise<Response>): Promise<Offered | null> {
  const response = await ask(new Request(`${url}/cli/version.json`, { headers: { Accept: "application/json" } }));
  if (!response.ok) return null;
  const told = (await response.json().catch(() => ({}))) as Partial<Offered>;
  const { version, build, sha256: sum } = told;
  const whole = [version, build, sum].every((one) => typeof one === "string" && /^[\w.+-]{1,80}$/.test(one));
  return whole ? (told as Offered) : null;
}
