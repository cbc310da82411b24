/** Stands for an event that could not be converted to our form, with the reason. */
export class UnreadableEvent {
  constructor(
    readonly problem: string,
    readonly key: string,
  ) {}
}
