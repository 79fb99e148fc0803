/** Intervals and tolerances of devices in a room. Milliseconds, except for the number of first heartbeats. */
export const rhythm = {
  /** Minimum interval between a leader's state reports. */
  reportIntervalMs: 150,
  /** Interval of reports without a change. */
  stillThereMs: 10_000,
  /** A leader within this offset of its last report sends nothing. */
  toleranceMs: 60,
  /** Interval at which a follower checks its offset. */
  lookMs: 200,
  /** Pause of these checks after a start, while elements settle. */
  settleMs: 400,
  /** Heartbeat interval. The server waits 75 seconds, since browsers throttle hidden tabs to one timer a minute. */
  stayMs: 10_000,
  /** Number of quick heartbeats at first, so that one of the answers has a low latency. */
  firstStays: 5,
  firstStayMs: 250,
} as const;
