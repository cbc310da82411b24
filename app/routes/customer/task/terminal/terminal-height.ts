/** Its height at first, which its lower right corner changes; the same while it is fetched, so that nothing moves. */
export const TERMINAL_HEIGHT = "h-112";
