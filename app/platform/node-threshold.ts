/** Seconds of silence after which a node without its own threshold is Dead (NODE_DEAD_DEFAULT_S, 6.1). */
export const NODE_DEAD_DEFAULT_S = 20;
