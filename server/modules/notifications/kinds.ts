/** How a person receives emails of a kind. */
export const emailChoices = ["off", "digest", "at_once"] as const;
export type EmailChoice = (typeof emailChoices)[number];

/** Channels of a kind. */
export interface Ways {
  readonly inbox: boolean;
  readonly push: boolean;
  readonly email: EmailChoice;
}

interface KindAttributes extends Ways {
  /**
   * The owning module sends these emails itself, and they can't be turned off: charges and removals are
   * always notified.
   */
  readonly isMailedElsewhere?: true;
}

/** Every kind of notification with its default channels. */
export const kinds = {
  BadgeEarned: { inbox: true, push: true, email: "off" },
  UGCComment: { inbox: true, push: true, email: "digest" },
  UGCCommentReply: { inbox: true, push: true, email: "digest" },
  UGCReactionLike: { inbox: true, push: false, email: "off" },
  UGCMention: { inbox: true, push: true, email: "digest" },
  PersonFollowed: { inbox: true, push: false, email: "off" },
  PlanOfTheDay: { inbox: false, push: true, email: "off" },
  ChallengeStarting: { inbox: true, push: true, email: "digest" },
  ChallengeEnding: { inbox: true, push: true, email: "off" },
  TrialEnding: { inbox: true, push: true, email: "off", isMailedElsewhere: true },
  PaymentNews: { inbox: true, push: true, email: "off", isMailedElsewhere: true },
  UploadReady: { inbox: true, push: true, email: "off" },
  ModerationOutcome: { inbox: true, push: false, email: "off", isMailedElsewhere: true },
} as const satisfies Record<string, KindAttributes>;

export type Kind = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as Kind[];

/** Attributes of a kind. */
export const factsOf = (kind: Kind): KindAttributes => kinds[kind];
