/** The last whole second up to a time, as ends of charging are counted (B2). */
export function floorSecond(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 1000) * 1000);
}

/** The first whole second from a time on, as starts of charging are counted (B2). */
export function ceilSecond(at: Date): Date {
  return new Date(Math.ceil(at.getTime() / 1000) * 1000);
}

/** Whole seconds UTC since 1970; 0 = not yet (0.8). */
export function epochSeconds(at: Date | null): number {
  return at === null ? 0 : Math.floor(at.getTime() / 1000);
}

export function secondsAfter(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000);
}
