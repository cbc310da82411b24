import type { ReactNode } from "react";

export function LoginMethodRow({ name, state, children }: { name: string; state: ReactNode; children: ReactNode }) {
  return (
    <li className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5 sm:px-5">
      <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
        {state}
      </span>
      {children}
    </li>
  );
}
