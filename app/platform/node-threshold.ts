/** A node that has no threshold of its own is Dead after so many seconds of silence (NODE_DEAD_DEFAULT_S, 6.1). */
export const NODE_DEAD_DEFAULT_S = 20;
