import { type RefObject, useEffect, useRef } from "react";

/** Scrolls the current item of a horizontally scrolling row into view; without JavaScript, the user scrolls by hand. */
export function useCurrentInSight(current: number): RefObject<HTMLElement> {
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const item = row.current?.children[current];
    if (!row.current || !(item instanceof HTMLElement)) return;
    const { left, right } = row.current.getBoundingClientRect();
    const at = item.getBoundingClientRect();
    if (at.left < left || at.right > right) row.current.scrollLeft += at.right - right + at.width / 2;
  }, [current]);
  return row;
}
