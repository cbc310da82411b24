import { useEffect, useState } from "react";

const STORED_AS = "millrace.api_key";

/** The operator's API key, kept for this browser tab only; empty means the session (2.4). */
export function useApiKey(): [apiKey: string, setApiKey: (apiKey: string) => void] {
  const [apiKey, setApiKey] = useState("");
  useEffect(() => setApiKey(sessionStorage.getItem(STORED_AS) ?? ""), []);
  const keep = (given: string) => {
    const trimmed = given.trim();
    setApiKey(trimmed);
    if (trimmed === "") sessionStorage.removeItem(STORED_AS);
    else sessionStorage.setItem(STORED_AS, trimmed);
  };
  return [apiKey, keep];
}
