import { paths } from "../../../../contract/urls.ts";
import { defineEmail } from "../../../platform/mail/template.ts";
import type { DecisionOutcome } from "../events.ts";
import type { ContentType, Decision, ReportReason } from "./store-cases.ts";

/** Who or what asked for the decision. */
export type DecisionCause = "newcomer" | "spam" | "reports" | "appeal";

const reasons: Record<ReportReason, string> = {
  harassment: "harassment",
  hate: "hate speech",
  irrelevant: "not about dance",
  nudity: "nudity, or someone filmed without consent",
  other: "against the community rules",
  spam: "spam",
  violence: "violence or harm",
};
const things: Record<ContentType, string> = {
  post: "post",
  comment: "comment",
  video_upload: "video",
  user: "profile",
};

/** What a decision means for the author; null if they aren't notified of it. */
export function outcomeOf(decision: Decision | null, cause: DecisionCause): DecisionOutcome | null {
  if (decision === "remove") return cause === "appeal" ? "stays_removed" : "removed";
  // Authors aren't notified of reports that led to no action.
  if (cause === "reports" && decision === "keep") return null;
  return decision === "limit" ? "limited" : "visible";
}

/** What the title of a decision needs. */
export type DecisionFacts = { contentType: ContentType; outcome: DecisionOutcome };

/** Title of a decision in its email and in the inbox: "Your post was removed". */
export function decisionTitle({ contentType, outcome }: DecisionFacts): string {
  const thing = things[contentType];
  return {
    removed: `Your ${thing} was removed`,
    stays_removed: `Your ${thing} stays removed`,
    limited: `Your ${thing} is limited to your crew`,
    visible: `Your ${thing} is visible`,
  }[outcome];
}

interface DecisionProps extends DecisionFacts {
  readonly reason: ReportReason;
  readonly cause: DecisionCause;
  /** Path of the content; null for the profile of a person without a username. */
  readonly path: string | null;
}
const demo: DecisionProps = {
  contentType: "post",
  outcome: "removed",
  reason: "spam",
  cause: "reports",
  path: paths.post("demo"),
};

/** Emails an author a decision and its reason. */
export const decisionEmail = defineEmail<DecisionProps>({
  name: "community.decision",
  previews: {
    usual: demo,
    appeal: { ...demo, outcome: "stays_removed", cause: "appeal" },
    limited: { ...demo, contentType: "video_upload", outcome: "limited", cause: "newcomer" },
    visible: { ...demo, outcome: "visible", cause: "appeal" },
  },
  write: (decision) => {
    const { contentType, outcome, reason, cause, path } = decision;
    const thing = things[contentType];
    const title = decisionTitle(decision);
    const isRemoval = outcome === "removed" || outcome === "stays_removed";
    const paragraphs = {
      removed: [
        `A moderator removed it. Reason: ${reasons[reason]}.`,
        "Only you can see it. Think it’s a mistake? You can appeal.",
      ],
      stays_removed: [
        `A moderator reviewed it again and kept the decision. Reason: ${reasons[reason]}.`,
        "This was your appeal. The decision is final.",
      ],
      limited: [
        "A moderator reviewed it and limited it to your crew: people who follow you and whom you follow.",
      ],
      visible: [
        cause === "appeal"
          ? "Your appeal was successful, and it’s back. Sorry about that."
          : "It passed review. Everyone you shared it with can see it now.",
      ],
    }[outcome];
    const label = outcome === "removed" ? "View or appeal" : `View ${thing}`;
    return {
      subject: title,
      preheader: isRemoval ? "The reason, and what you can do." : "A moderator reviewed it.",
      heading: title,
      paragraphs,
      ...(path ? { action: { label, path } } : {}),
    };
  },
});
