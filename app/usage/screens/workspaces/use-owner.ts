import { useState } from "react";
import { askPath } from "~/platform/live/ask-path";
import { useNotify } from "~/platform/ui/notices";

const PATHS = { "owner-new": "/dashboard/create-user-email", "owner-get": "/dashboard/get-user-email" };
export type OwnerIntent = keyof typeof PATHS;

/** Runs New and Get without leaving the page: returns the owner's token, or a refusal. */
export function useOwner() {
  const notify = useNotify();
  const [asking, setAsking] = useState<OwnerIntent | null>(null);
  const [error, setError] = useState<string | null>(null);
  const ask = async (intent: OwnerIntent, email: string): Promise<string | null> => {
    if (asking) return null;
    setAsking(intent);
    const answer = await askPath<{ data: { api_key: string } }>(PATHS[intent], { body: { email } });
    setAsking(null);
    setError(answer.retcode === "OK" ? null : answer.human_readable_message);
    if (answer.retcode === "OK") return answer.data.api_key;
    notify({ retcode: answer.retcode, message: answer.human_readable_message });
    return null;
  };
  return { asking, error, ask, forgetError: () => setError(null) };
}
