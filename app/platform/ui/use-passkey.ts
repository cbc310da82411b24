import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { FormAnswer } from "~/platform/http/form.server";
import { useScripted } from "./use-scripted";

interface Begun<Options> {
  options: Options;
  name?: string;
}

/** The request to the browser for a passkey, and the use of its signature. */
export interface Ceremony<Options> {
  /** The key of the fetcher whose form starts it. */
  key: string;
  /** Asks the browser; must be the same function each time. */
  ask: (options: Options) => Promise<unknown>;
  /** Sends the signed challenge. */
  send: (credential: string, name: string) => void;
}

const WORDS: Record<string, string> = {
  NotAllowedError: "Nothing was done: the request was cancelled, or took too long.",
  AbortError: "Nothing was done: the request was cancelled, or took too long.",
  InvalidStateError: "This device or app holds a passkey for your account already.",
};
const UNABLE = "This browser could not do it. Try another browser, or log in another way.";

/**
 * Asks the browser for a passkey once the form of the fetcher `key` was answered with the options to sign. Passkeys
 * need a script, which is loaded then, so that no page waits for it. Disable the form's button until `ready`.
 */
export function usePasskey<Options>({ key, ask, send }: Ceremony<Options>) {
  const fetcher = useFetcher({ key });
  const data = fetcher.data as Begun<Options> | FormAnswer | undefined;
  const [asking, setAsking] = useState(false);
  const [fault, setFault] = useState<string>();
  const [asked, setAsked] = useState<unknown>();
  const settled = fetcher.state === "idle";
  useEffect(() => {
    // Waits until the page was loaded again: a load after the next form would discard that form's notice.
    if (!settled || !data || !("options" in data) || data === asked) return;
    setAsked(data);
    setAsking(true);
    setFault(undefined);
    ask(data.options)
      .then((credential) => send(JSON.stringify(credential), data.name ?? ""))
      .catch((error: unknown) => setFault((error instanceof Error && WORDS[error.name]) || UNABLE))
      .finally(() => setAsking(false));
  }, [settled, data, asked, ask, send]);
  const busy = asking || !settled;
  const ready = useScripted();
  return { ready, busy, fault: busy ? undefined : fault, refusal: data && "lastResult" in data ? data : undefined };
}
