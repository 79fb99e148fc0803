import type { CaseCause } from "../../../../contract/moderation.ts";
import { paths } from "../../../../contract/urls.ts";
import { defineEmail } from "../../../platform/mail/template.ts";
import type { DecisionOutcome } from "../events.ts";
import type { ContentType, Decision, ReportReason } from "./store-cases.ts";
import { msg, sentences } from "../../../platform/i18n/messages.ts";
import type { Message } from "../../../platform/i18n/messages.ts";

const reasons: Record<ReportReason, Message> = {
  harassment: msg("Reason: harassment."),
  hate: msg("Reason: hate speech."),
  irrelevant: msg("Reason: not about dance."),
  nudity: msg("Reason: nudity, or someone filmed without consent."),
  other: msg("Reason: against the community rules."),
  spam: msg("Reason: spam."),
  violence: msg("Reason: violence or harm."),
};
const titles: Record<ContentType, Record<DecisionOutcome, Message>> = {
  post: {
    removed: msg("Your post was removed"),
    stays_removed: msg("Your post stays removed"),
    limited: msg("Your post is limited to your crew"),
    visible: msg("Your post is visible"),
  },
  comment: {
    removed: msg("Your comment was removed"),
    stays_removed: msg("Your comment stays removed"),
    limited: msg("Your comment is limited to your crew"),
    visible: msg("Your comment is visible"),
  },
  video_upload: {
    removed: msg("Your video was removed"),
    stays_removed: msg("Your video stays removed"),
    limited: msg("Your video is limited to your crew"),
    visible: msg("Your video is visible"),
  },
  user: {
    removed: msg("Your profile was removed"),
    stays_removed: msg("Your profile stays removed"),
    limited: msg("Your profile is limited to your crew"),
    visible: msg("Your profile is visible"),
  },
};
const viewLabels: Record<ContentType, Message> = {
  post: msg("View post"),
  comment: msg("View comment"),
  video_upload: msg("View video"),
  user: msg("View profile"),
};

/** What a decision means for the author; null if they aren't notified of it. */
export function outcomeOf(decision: Decision | null, cause: CaseCause): DecisionOutcome | null {
  if (decision === "remove") return cause === "appeal" ? "stays_removed" : "removed";
  // Authors aren't notified of reports that led to no action.
  if (cause === "reports" && decision === "keep") return null;
  return decision === "limit" ? "limited" : "visible";
}

/** What the title of a decision needs. */
export type DecisionFacts = { contentType: ContentType; outcome: DecisionOutcome };

/** Title of a decision in its email and in the inbox: "Your post was removed". */
export const decisionTitle = ({ contentType, outcome }: DecisionFacts): Message =>
  titles[contentType][outcome];

interface DecisionProps extends DecisionFacts {
  readonly reason: ReportReason;
  readonly cause: CaseCause;
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
    const title = decisionTitle(decision);
    const isRemoval = outcome === "removed" || outcome === "stays_removed";
    const paragraphs = {
      removed: [
        sentences(msg("A moderator removed it."), reasons[reason]),
        msg("Only you can see it. Think it’s a mistake? You can appeal."),
      ],
      stays_removed: [
        sentences(msg("A moderator reviewed it again and kept the decision."), reasons[reason]),
        msg("This was your appeal. The decision is final."),
      ],
      limited: [
        msg("A moderator reviewed it and limited it to your crew: people you follow who follow you."),
      ],
      visible: [
        cause === "appeal"
          ? msg("Your appeal was successful, and it’s back. Sorry about that.")
          : msg("It passed review. Everyone you shared it with can see it now."),
      ],
    }[outcome];
    const label = outcome === "removed" ? msg("View or appeal") : viewLabels[contentType];
    return {
      subject: title,
      // Staff who see a person's emails need not be those who moderate.
      recordedAs: msg("A decision about your content"),
      preheader: isRemoval ? msg("The reason, and what you can do.") : msg("A moderator reviewed it."),
      heading: title,
      paragraphs,
      ...(path ? { action: { label, path } } : {}),
    };
  },
});
