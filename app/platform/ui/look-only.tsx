import { ROLE_WORDS } from "~/platform/role-words";
import { useLookOnly, useRootData } from "./use-root-data";

/** Notice above a read-only screen: its forms are disabled (16.2). */
export function LookOnly() {
  const viewer = useRootData()?.viewer;
  if (!useLookOnly() || !viewer) return null;
  return (
    <aside aria-label="Your role" className="border-b bg-sunken text-sm text-muted">
      <p className="mx-auto max-w-6xl px-4 py-2 sm:px-6">
        Your role in {viewer.teamName || viewer.tenantName} is {ROLE_WORDS[viewer.memberRole].label.toLowerCase()}: you
        can see this page, but change nothing here.
      </p>
    </aside>
  );
}
