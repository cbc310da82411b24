import createClient, { type Client } from "openapi-fetch";
import type { paths } from "../generated/api";
import { VERSION } from "../version";
import { patientFetch } from "./patient-fetch";

export type Api = Client<paths>;

/** Calls of one installation, with a key or, for what anybody may read, without. */
export function apiClient({ url, apiKey }: { url: string; apiKey?: string | undefined }): Api {
  return createClient<paths>({
    baseUrl: url,
    headers: {
      "User-Agent": `millrace-cli/${VERSION.number}`,
      ...(apiKey ? { Authorization: `Bearer ${apiKey}` } : {}),
    },
    fetch: patientFetch(),
  });
}
