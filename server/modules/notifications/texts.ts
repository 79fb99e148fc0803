import type { Kind } from "./kinds.ts";

/** Parameters of a notification's sentence. */
export interface NotificationContext {
  readonly kind: Kind;
  /**
   * Values by kind: `name` of a badge, `title` of a challenge or class, `days`, `text` from the sending
   * module.
   */
  readonly facts: Readonly<Record<string, string | number>>;
  /** Usernames of the latest two actors; null for an actor without one. */
  readonly actors: readonly (string | null)[];
  /** Number of actors. */
  readonly actorsCount: number;
}

function whoOf({ actors, actorsCount }: NotificationContext): string {
  const [first = "Somebody", second] = actors.map((name, place) => name ?? (place === 0 ? "A dancer" : null));
  if (actorsCount <= 1) return first!;
  return actorsCount === 2
    ? `${first} and ${second ?? "a dancer"}`
    : `${first} and ${actorsCount - 1} others`;
}

const things: Readonly<Record<string, string>> = {
  post: "your post",
  comment: "your comment",
  video_upload: "your video",
};

const sentences: Record<Kind, (context: NotificationContext) => string> = {
  BadgeEarned: ({ facts }) => `You’ve earned “${facts["name"]}”.`,
  UGCComment: (context) => `${whoOf(context)} commented on your post.`,
  UGCCommentReply: (context) => `${whoOf(context)} answered your comment.`,
  UGCReactionLike: (context) =>
    `${whoOf(context)} ${context.actorsCount > 1 ? "like" : "likes"} ${things[String(context.facts["thing"])] ?? "what you shared"}.`,
  UGCMention: (context) => `${whoOf(context)} mentioned you.`,
  PersonFollowed: (context) => `${whoOf(context)} ${context.actorsCount > 1 ? "follow" : "follows"} you now.`,
  PlanOfTheDay: ({ facts }) => `Today’s class: ${facts["title"]}.`,
  ChallengeStarting: ({ facts }) => `“${facts["title"]}” has begun. Every class counts from now on.`,
  ChallengeEnding: ({ facts }) =>
    `“${facts["title"]}” ends within a day. You have ${facts["amount"]} of ${facts["goal"]}.`,
  TrialEnding: ({ facts }) => String(facts["text"]),
  PaymentNews: ({ facts }) => String(facts["text"]),
  UploadReady: ({ facts }) => String(facts["text"]),
  ModerationOutcome: ({ facts }) => String(facts["text"]),
};

/** A notification in one sentence. */
export const sentenceOf = (context: NotificationContext): string => sentences[context.kind](context);

/** Title of a kind in emails and settings. */
export const kindTitles: Record<Kind, string> = {
  BadgeEarned: "Badges you earn",
  UGCComment: "Comments on your posts",
  UGCCommentReply: "Answers to your comments",
  UGCReactionLike: "Likes",
  UGCMention: "When somebody mentions you",
  PersonFollowed: "New followers",
  PlanOfTheDay: "The class of the day in your plan",
  ChallengeStarting: "Challenges that begin",
  ChallengeEnding: "Challenges about to end",
  TrialEnding: "Your trial",
  PaymentNews: "Your payments",
  UploadReady: "Your uploads",
  ModerationOutcome: "What we decided about something you shared or reported",
};
