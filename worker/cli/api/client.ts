import createClient, { type Client } from "openapi-fetch";
import type { paths } from "../generated/api";
import { VERSION } from "../version";
import { isEnvelope } from "./answer";
import { notMillrace, patientFetch } from "./patient-fetch";

export type Api = Client<paths>;

/** The successful answer to GET of a path. */
export type Answer<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { "application/json": infer Answers } } } };
}
  ? Extract<Answers, { retcode: "OK" }>
  : never;

/** Creates an API client of an installation. Public paths need no key. @throws Failure when something else answers */
export function apiClient({ url, apiKey }: { url: string; apiKey?: string | undefined }): Api {
  const send = patientFetch();
  return createClient<paths>({
    baseUrl: url,
    headers: {
      "User-Agent": `millrace-cli/${VERSION.number}`,
      ...(apiKey ? { Authorization: `Bearer ${apiKey}` } : {}),
    },
    fetch: async (request) => {
      const response = await send(request);
      if (
        isEnvelope(
          await response
            .clone()
            .json()
            .catch(() => null),
        )
      )
        return response;
      throw notMillrace(request, response.status);
    },
  });
}
