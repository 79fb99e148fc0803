/** Source of the current time, so that tests and the billing test clock can move it. */
export interface Clock {
  now(): Date;
}

/** The system clock. */
export const systemClock: Clock = { now: () => new Date() };
