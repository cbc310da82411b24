/** Why there is no stream into a task: a word of `WAY_REFUSALS`. */
export class NoWay extends Error {}
