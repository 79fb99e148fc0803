/** How often a person is mailed of a kind. */
export const emailChoices = ["off", "digest", "at_once"] as const;
export type EmailChoice = (typeof emailChoices)[number];

/** Which ways news of a kind goes. */
export interface Ways {
  readonly inbox: boolean;
  readonly push: boolean;
  readonly email: EmailChoice;
}

interface KindAttributes extends Ways {
  /** Mails of these are sent by whoever owns the matter, and can't be turned off: what is charged or taken down is told in any case. */
  readonly isMailedElsewhere?: true;
}

/** Every kind of news, and the ways that it goes unless a person chose others. */
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

/** What a kind is unless chosen otherwise. */
export const factsOf = (kind: Kind): KindAttributes => kinds[kind];
