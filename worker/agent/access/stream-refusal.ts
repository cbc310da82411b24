/** Why there is no stream into a task: a word of `STREAM_REFUSALS`. */
export class StreamRefusal extends Error {}
