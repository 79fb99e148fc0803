import { useLingui } from "@lingui/react/macro";
import type { ResultOf } from "../../../graphql/graphql.ts";
import type { OnboardingQuery } from "../pages/onboarding-page.tsx";

export type PreferenceType = ResultOf<typeof OnboardingQuery>["userPreferenceOptions"][number]["type"];

/** Types of onboarding steps: the preferences, the categories to follow, and the children. */
export type StepType = PreferenceType | "categories" | "children";

/** Title and lead of each question. */
export function useQuestionLabels(): Record<StepType, { title: string; lead: string }> {
  const { t } = useLingui();
  const change = t`You can change it whenever the floor disagrees.`;
  return {
    account_type: {
      title: t`Who’s going to dance?`,
      lead: t`It shapes what we ask, and what we put in front of you.`,
    },
    levelV2: {
      title: t`Where are you with dance?`,
      lead: t`We pick where your first classes start. ${change}`,
    },
    level: { title: t`Where are you with dance?`, lead: change },
    reason: { title: t`What brings you here?`, lead: t`The first answer that comes is the right one.` },
    dance_goals_personal: { title: t`What would you like to feel?`, lead: t`As many as you like.` },
    dance_goals_learn_and_practice: {
      title: t`What would you like to learn?`,
      lead: t`As many as you like.`,
    },
    dance_goals_community: { title: t`And with others?`, lead: t`As many as you like, or none.` },
    dance_goals_professional: {
      title: t`Is dance your work?`,
      lead: t`If it isn’t, go on without an answer.`,
    },
    dance_energy: { title: t`How much should it cost you?`, lead: t`On an ordinary evening. ${change}` },
    dance_habit: {
      title: t`How often do you dance now?`,
      lead: t`Never is an answer too: begin from there.`,
    },
    dance_location: { title: t`Where do you dance?`, lead: t`A small room gets steps that don’t travel.` },
    categories: {
      title: t`What would you like to follow?`,
      lead: t`New classes of it come to your page, and into your week.`,
    },
    age: { title: t`How old are you?`, lead: t`For warm-ups that fit. Nobody else sees it.` },
    num_of_days: { title: t`How many days a week?`, lead: t`Fewer that you keep beat more that you don’t.` },
    days_of_week: { title: t`Which days?`, lead: t`Weeks aren’t all alike: days can be moved later.` },
    children: {
      title: t`Who are the children?`,
      lead: t`Classes are as long as the youngest stays with them, and leave nobody behind. Nobody else sees it.`,
    },
    family_goal: { title: t`What’s it for, as a family?`, lead: change },
    hdyhau_survey_response: {
      title: t`How did you hear of us?`,
      lead: t`It helps us to find more people like you.`,
    },
  };
}
