import { useLingui } from "@lingui/react/macro";
import {
  AtSign,
  Award,
  CalendarDays,
  CreditCard,
  Heart,
  MessageCircle,
  ShieldCheck,
  Trophy,
  UserPlus,
  Video,
  type LucideIcon,
} from "lucide-react";

/** Icon of each notification kind. */
export const kindDrawings: Readonly<Record<string, LucideIcon>> = {
  BadgeEarned: Award,
  UGCComment: MessageCircle,
  UGCCommentReply: MessageCircle,
  UGCReactionLike: Heart,
  UGCMention: AtSign,
  PersonFollowed: UserPlus,
  PlanOfTheDay: CalendarDays,
  ChallengeStarting: Trophy,
  ChallengeEnding: Trophy,
  TrialEnding: CreditCard,
  PaymentNews: CreditCard,
  UploadReady: Video,
  ModerationOutcome: ShieldCheck,
};

/** Kinds whose emails can't be turned off. */
export const mailedInAnyCase = new Set(["TrialEnding", "PaymentNews", "ModerationOutcome"]);

/** Label of each notification kind. */
export function useKindTitles(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    BadgeEarned: t`Badges you earn`,
    UGCComment: t`Comments on your posts`,
    UGCCommentReply: t`Answers to your comments`,
    UGCReactionLike: t`Likes`,
    UGCMention: t`When somebody mentions you`,
    PersonFollowed: t`New followers`,
    PlanOfTheDay: t`The class of the day in your plan`,
    ChallengeStarting: t`Challenges that begin`,
    ChallengeEnding: t`Challenges about to end`,
    TrialEnding: t`Your trial`,
    PaymentNews: t`Your payments`,
    UploadReady: t`Your uploads`,
    ModerationOutcome: t`What we decided about something you shared or reported`,
  };
}
