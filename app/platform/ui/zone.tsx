import { createContext, type ReactNode, useContext, useEffect } from "react";
import { UTC, zoneCookie } from "~/platform/time-zone";
import { useRootData } from "./use-root-data";
import { useScripted } from "./use-scripted";

const Zone = createContext(UTC);

/** The zone that times are shown in. */
export const useZone = () => useContext(Zone);

/**
 * Provides the zone that the browser reported before, then its own: digits are equally wide, so nothing moves. It
 * reports a changed zone.
 */
export function ZoneProvider({ children }: { children: ReactNode }) {
  const kept = useRootData()?.zone;
  const scripted = useScripted();
  useEffect(() => {
    const zone = browserZone();
    if (kept !== undefined && zone !== kept) document.cookie = zoneCookie(zone);
  }, [kept]);
  return <Zone.Provider value={scripted ? browserZone() : (kept ?? UTC)}>{children}</Zone.Provider>;
}

let known: string | undefined;

/** Reads the zone once. A page that is open while its user crosses a border keeps its first zone. */
function browserZone(): string {
  return (known ??= new Intl.DateTimeFormat().resolvedOptions().timeZone || UTC);
}
