/** Seconds of silence after which a node without its own threshold is Dead (NODE_DEAD_DEFAULT_S, 6.1). */
export const NODE_DEAD_DEFAULT_S = 20;
/** Fewest nodes of a cluster that fall silent together because of our network, unless set otherwise. */
export const FLEET_SILENT_NODES_DEFAULT = 3;
/** Minutes after which their silence counts as their own, unless set otherwise. */
export const FLEET_SILENT_MINUTES_DEFAULT = 30;
