/** Initial height, which users change at the lower right corner; the same while it loads, so that nothing moves. */
export const TERMINAL_HEIGHT = "h-112";
