import { useMutation } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { invalidatePlans } from "../../../graphql/invalidate.ts";
import { graphql } from "../../../graphql/graphql.ts";
import "../../catalog/public/follow-updates.ts";
import type { Answers } from "../components/questions.ts";
import type { PreferenceType, StepType } from "../components/labels.ts";

const SetAccountType = graphql(`
  mutation SetAccountTypePreference($slug: String!) {
    setAccountTypePreference(slug: $slug) {
      id
    }
  }
`);
const SetLevel = graphql(`
  mutation SetDanceLevelPreference($slug: String!) {
    setDanceLevelPreference(slug: $slug) {
      id
    }
  }
`);
const SetReason = graphql(`
  mutation SetDanceReasonPreference($slug: String!) {
    setDanceReasonPreference(slug: $slug) {
      id
    }
  }
`);
const SetFamilyGoal = graphql(`
  mutation SetFamilyGoalPreference($slug: String!) {
    setFamilyGoalPreference(slug: $slug) {
      id
    }
  }
`);
const SetHabit = graphql(`
  mutation SetDanceHabitPreference($slug: String!) {
    setDanceHabitPreference(slug: $slug) {
      id
    }
  }
`);
const SetEnergy = graphql(`
  mutation SetDanceEnergyPreference($slug: String!) {
    setDanceEnergyPreference(slug: $slug) {
      id
    }
  }
`);
const SetAge = graphql(`
  mutation SetUserAgeResponse($slug: String!) {
    setUserAgeResponse(slug: $slug) {
      id
    }
  }
`);
const SetLocations = graphql(`
  mutation SetDanceLocationsPreference($slugs: [String!]!) {
    setDanceLocationsPreference(slugs: $slugs) {
      id
    }
  }
`);
const SetGoals = graphql(`
  mutation SetDanceGoalsPreference($slugs: [String!]!) {
    setDanceGoalsPreference(slugs: $slugs) {
      id
    }
  }
`);
const SetCadence = graphql(`
  mutation SetDanceCadencePreference($slugs: [String!]!, $daysPerWeek: Int!) {
    setDanceCadencePreference(slugs: $slugs, daysPerWeek: $daysPerWeek) {
      id
    }
  }
`);

const Follow = graphql(`
  mutation FollowAtStart($categories: [String!]!) {
    followCategories(categories: $categories) {
      slug
      isFollowing
    }
  }
`);

defineCacheUpdates({
  setDanceLevelPreference: invalidatePlans,
  setDanceReasonPreference: invalidatePlans,
  setFamilyGoalPreference: invalidatePlans,
  setAccountTypePreference: invalidatePlans,
  setDanceHabitPreference: invalidatePlans,
  setDanceEnergyPreference: invalidatePlans,
  setDanceLocationsPreference: invalidatePlans,
  setDanceGoalsPreference: invalidatePlans,
  setDanceCadencePreference: invalidatePlans,
});

const goals: readonly PreferenceType[] = [
  "dance_goals_personal",
  "dance_goals_learn_and_practice",
  "dance_goals_community",
  "dance_goals_professional",
];

/** Saves the answer to one question; `answers` includes it. Resolves to true on success. */
export function useAnswer(): (type: StepType, answers: Answers) => Promise<boolean> {
  const [, setAccountType] = useMutation(SetAccountType);
  const [, setLevel] = useMutation(SetLevel);
  const [, setReason] = useMutation(SetReason);
  const [, setFamilyGoal] = useMutation(SetFamilyGoal);
  const [, setHabit] = useMutation(SetHabit);
  const [, setEnergy] = useMutation(SetEnergy);
  const [, setAge] = useMutation(SetAge);
  const [, setLocations] = useMutation(SetLocations);
  const [, setGoals] = useMutation(SetGoals);
  const [, setCadence] = useMutation(SetCadence);
  const [, follow] = useMutation(Follow);

  return async (type, answers) => {
    const slugs = [...(answers[type] ?? [])];
    const slug = slugs[0] ?? "";
    const send = () => {
      if (goals.some((goal) => goal === type))
        return setGoals({ slugs: goals.flatMap((goal) => answers[goal] ?? []) });
      switch (type) {
        case "account_type":
          return setAccountType({ slug });
        case "level":
        case "levelV2":
          return setLevel({ slug });
        case "reason":
          return setReason({ slug });
        case "family_goal":
          return setFamilyGoal({ slug });
        case "dance_habit":
          return setHabit({ slug });
        case "dance_energy":
          return setEnergy({ slug });
        case "age":
          return setAge({ slug });
        case "categories":
          return follow({ categories: slugs });
        case "dance_location":
          return setLocations({ slugs });
        case "num_of_days":
        case "days_of_week": {
          const days = [...(answers.days_of_week ?? [])];
          const count = Number(answers.num_of_days?.[0] ?? days.length);
          return setCadence({ slugs: days, daysPerWeek: Math.min(7, Math.max(1, count)) });
        }
        default:
          throw new Error(`No mutation saves an answer of type ${type}`);
      }
    };
    return !(await send()).error;
  };
}
