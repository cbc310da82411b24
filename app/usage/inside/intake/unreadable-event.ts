/** Takes the place of an event that could not be brought into our form, and says why. */
export class UnreadableEvent {
  constructor(
    readonly problem: string,
    readonly key: string,
  ) {}
}
