/** What docs/glossary.md replaces, as patterns. */

export interface RefusedTerm {
  /** Matched against a whole identifier, or searched for in prose. */
  readonly pattern: RegExp;
  /** The replacement, shown with each finding. */
  readonly use: string;
}

/** Identifiers that docs/glossary.md replaces. */
export const refusedIdentifiers: readonly RefusedTerm[] = [
  { pattern: /^(most|longest|largest)[A-Z]\w*$|^(MOST|LONGEST|LARGEST)_\w+$/, use: "max…" },
  { pattern: /^(shortest|smallest)[A-Z]\w*$|^(SHORTEST|SMALLEST)_\w+$/, use: "min…" },
  {
    pattern: /^(tell|tells|telling|told)([A-Z]\w*)?$|\w(Told|Telling)$/,
    use: "notify…, announce… or report…",
  },
  { pattern: /^(news)([A-Z]\w*)?$|\wNews$/, use: "notification, event or webhook" },
  { pattern: /^(kept|Kept|KEPT)(_?[A-Z]\w*)?$|[a-z]Kept$/, use: "stored…, downloaded… or retained…" },
  { pattern: /^[lL]etters?$|^[lL]etter[A-Z]\w*$|[a-z]Letters?$/, use: "email" },
  { pattern: /^[dD]oors?$|[a-z]Doors?$/, use: "dependencies, routes or public API" },
  { pattern: /^[sS]tandings?([A-Z]\w*)?$|[a-z]Standings?$/, use: "phase, status or details" },
  {
    pattern: /^(lookAgain|giveUp|workOn|takeStep|putOff)$/,
    use: "syncPayment, cancelPayment, processSubscription, applyStep, postpone",
  },
  { pattern: /^(ask\w*Proof|prove[A-Z]\w*|proved|isProved|\w+Proved)$/, use: "verify…, verified" },
  { pattern: /^ownUnproved$|^disown\w*$/, use: "revokeUnverified" },
  { pattern: /^(limitTries|tries|\w+Tries)$/, use: "attempts or consume" },
  { pattern: /^[dD]eadLetters?\w*$/, use: "failedJobs" },
  { pattern: /^(upkeep|chores)\w*$|\w(Upkeep|Chores)$/, use: "maintenance or backgroundTasks" },
  { pattern: /^clockwork\w*$/i, use: "billingCycle" },
  { pattern: /^stir([A-Z]\w*)?$/, use: "invalidate or notifyTopic" },
  { pattern: /^taught([A-Z]\w*)?$|^isTaught$/, use: "instructorClasses" },
  { pattern: /^films?([A-Z]\w*)?$|[a-z]Films?$/, use: "sourceVideo, clip or take" },
  { pattern: /^(whoever|somebody|nobody|everybody)\w*$/i, use: "viewer, account, profile or guest" },
  { pattern: /^actAnd\w+$/, use: "dispatch and announce" },
];

/** Words that comments, test names and documents don't use. */
export const refusedWords: readonly RefusedTerm[] = [
  { pattern: /\bwhoever\b/i, use: "anyone who, or the person" },
  { pattern: /\bsomebody\b/i, use: "someone" },
  { pattern: /\bnobody\b/i, use: "no one" },
  { pattern: /\beverybody\b/i, use: "everyone" },
  { pattern: /\banew\b/i, use: "again" },
  { pattern: /\bmeanwhile\b/i, use: "while, or nothing" },
  { pattern: /\bdead letters?\b/i, use: "failed job" },
  { pattern: /\be-mails?\b/i, use: "email" },
];

/** Refused names that stay, and why. An entry that no file needs any more is an error. */
export const allowed: readonly { readonly name: string; readonly files: RegExp; readonly why: string }[] = [
  { name: "PaymentNews", files: /(^|\/)notifications\//, why: "a stored notification kind" },
  { name: "filmId", files: /^server\/modules\/(catalog|media)\//, why: "a key of stored event payloads" },
  { name: "standing", files: /moderation\/store-decisions\.ts$/, why: "a key of stored decisions" },
  { name: "standing", files: /^demo\/movement\//, why: "the standing leg, in dancers' words" },
  { name: "nobodyId", files: /^server\/platform\/postgres\//, why: "the operating system's user" },
  { name: "nobody", files: /^server\/platform\/postgres\//, why: "the operating system's user" },
];
