import { useEffect, useRef, useState } from "react";

/** Distance in px from the viewport at which a part counts as visible. */
const NEAR = "400px";

/**
 * The newest value while a part of the screen is in sight, else the last value that it showed. A page of fifty live
 * charts thus redraws only those in sight.
 */
export function useSeen<Value>(value: Value): { place: React.RefObject<HTMLDivElement>; shown: Value } {
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(true);
  useEffect(() => {
    const { current } = place;
    if (!current) return;
    const observer = new IntersectionObserver((entries) => setSeen(entries.at(-1)?.isIntersecting ?? true), {
      rootMargin: NEAR,
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const kept = useRef(value);
  if (seen) kept.current = value;
  return { place, shown: kept.current };
}
