/** The result of work in turns. */
export function resultOfTurns<Result>(work: Generator<unknown, Result>): Result {
  let turn = work.next();
  while (!turn.done) turn = work.next();
  return turn.value;
}

/** Number of turns of a work. */
export function turnsOf(work: Generator<unknown, unknown>): number {
  let turns = 1;
  while (!work.next().done) turns += 1;
  return turns;
}
