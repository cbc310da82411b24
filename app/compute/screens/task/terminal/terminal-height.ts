/** Initial height, which its lower right corner changes; the same while it loads, so that nothing moves. */
export const TERMINAL_HEIGHT = "h-112";
