import { M } from "~/accounts/messages";
import { isLoopbackAddress, isPublicHost } from "~/platform/public-address";

const URL_MAX = 2000;
const HTTPS_PORT = 443;
/** Lower ports belong to other services, for example mail. */
const FIRST_FREE_PORT = 1024;

interface Allowed {
  /** The URL in its stored form. */
  url: string;
}

/**
 * Checks whether webhooks may go to a URL (15.3), by its text only; each attempt checks what its name resolves to.
 * `loopback` also allows this machine, even by plain http.
 */
export function checkEndpointUrl(text: string, { loopback }: { loopback: boolean }): Allowed | { problem: string } {
  const url = URL.canParse(text) && text.length <= URL_MAX ? new URL(text) : null;
  if (!url || url.username !== "" || url.password !== "" || text.includes("#")) return { problem: M.webhookUrlWrong };
  const host = hostOf(url);
  if (loopback && isThisMachine(host) && /^https?:$/.test(url.protocol)) return { url: url.href };
  if (url.protocol !== "https:") return { problem: M.webhookUrlWrong };
  const port = url.port === "" ? HTTPS_PORT : Number(url.port);
  if (port !== HTTPS_PORT && port < FIRST_FREE_PORT) return { problem: M.webhookPortWrong };
  return isPublicHost(host) ? { url: url.href } : { problem: M.webhookUrlPrivate };
}

/** The host to look up: without brackets and without the root's dot. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}

function isThisMachine(host: string): boolean {
  return host === "localhost" || isLoopbackAddress(host);
}
