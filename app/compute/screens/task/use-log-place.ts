import { type RefObject, useEffect, useRef } from "react";

/** Pixels from the end that still count as the end. */
const NEAR_END_PX = 24;

interface Place {
  box: RefObject<HTMLDivElement>;
  onScroll: () => void;
  toEnd: () => void;
}

/** Tracks the reader's place in the log: reports when they leave its end, and scrolls to the current match. */
export function useLogPlace({ current, onAway }: { current: number | null; onAway: () => void }): Place {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const mark = current === null ? null : box.current?.querySelector(`[data-match="${current}"]`);
    if (!mark || !box.current) return;
    const { top, height } = box.current.getBoundingClientRect();
    // Only the box scrolls: the page stays in place.
    box.current.scrollTop += mark.getBoundingClientRect().top - top - height / 2;
  }, [current]);
  return {
    box,
    // A reversed column counts backwards from its end.
    onScroll: () => {
      if (box.current && box.current.scrollTop < -NEAR_END_PX) onAway();
    },
    toEnd: () => {
      if (box.current) box.current.scrollTop = 0;
    },
  };
}
