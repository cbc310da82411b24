/** The rule that tells a silence of a whole cluster from lost machines, for those who replay it: it is pure. */
export { AT_ONCE_S, judgeFleet } from "./inside/nodes/contact/judge-fleet";
