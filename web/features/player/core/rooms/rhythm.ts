/** How often, and how late, devices in a room speak and look. All in milliseconds, but for the number of first signs of life. */
export const rhythm = {
  /** Those who follow hear of a change no more often than this … */
  tellApartMs: 150,
  /** … and of nothing new this often. */
  stillThereMs: 10_000,
  /** A player that is this near to what it said says nothing. */
  toleranceMs: 60,
  /** How often a follower looks whether it is in step. */
  lookMs: 200,
  /** After coming in it is left alone for so long: elements need a moment to settle. */
  settleMs: 400,
  /** The server waits a minute and a quarter, since browsers let a tab that nobody sees speak once a minute. */
  stayMs: 10_000,
  /** At first the room's time is asked for more often: one of the answers will have been quick. */
  firstStays: 5,
  firstStayMs: 250,
} as const;
