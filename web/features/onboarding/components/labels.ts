import { useLingui } from "@lingui/react/macro";
import type { ResultOf } from "../../../graphql/graphql.ts";
import type { OnboardingQuery } from "./onboarding-query.ts";

export type PreferenceType = ResultOf<typeof OnboardingQuery>["userPreferenceOptions"][number]["type"];

/** Types of onboarding steps: the preferences, the categories to follow, and the children. */
export type StepType = PreferenceType | "categories" | "children";

/** Title and lead of each question. */
export function useQuestionLabels(): Record<StepType, { title: string; lead: string }> {
  const { t } = useLingui();
  const change = t`You can change this anytime.`;
  return {
    account_type: {
      title: t`Who’s dancing?`,
      lead: t`We’ll tailor your questions and classes to this.`,
    },
    levelV2: {
      title: t`What’s your experience?`,
      lead: t`We’ll choose your first classes to match. ${change}`,
    },
    level: { title: t`What’s your experience? (older apps)`, lead: change },
    reason: { title: t`Why do you want to dance?`, lead: t`Go with your first instinct.` },
    dance_goals_personal: { title: t`How do you want to feel?`, lead: t`Choose all that apply.` },
    dance_goals_learn_and_practice: {
      title: t`What do you want to learn?`,
      lead: t`Choose all that apply.`,
    },
    dance_goals_community: {
      title: t`Do you want to dance with others?`,
      lead: t`Choose all that apply, or skip.`,
    },
    dance_goals_professional: {
      title: t`Do you dance professionally?`,
      lead: t`If not, skip this one.`,
    },
    dance_energy: { title: t`How hard do you want to work?`, lead: t`On a typical day. ${change}` },
    dance_habit: {
      title: t`How often do you dance now?`,
      lead: t`Never is fine. Everyone starts somewhere.`,
    },
    dance_location: { title: t`Where do you dance?`, lead: t`We’ll pick classes that fit your space.` },
    categories: {
      title: t`What do you want to follow?`,
      lead: t`We’ll add new classes to your home page and your week.`,
    },
    age: { title: t`How old are you?`, lead: t`So we can match your warm-ups. Only you see this.` },
    num_of_days: { title: t`How many days a week?`, lead: t`Pick a number you can stick to.` },
    days_of_week: { title: t`Which days?`, lead: t`You can move days later.` },
    children: {
      title: t`Who are the children?`,
      lead: t`We’ll match length and level to your youngest dancer. Only you see this.`,
    },
    family_goal: { title: t`What does your family want from dancing?`, lead: change },
    hdyhau_survey_response: {
      title: t`How did you hear about us?`,
      lead: t`It helps us reach more dancers like you.`,
    },
  };
}
