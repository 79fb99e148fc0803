import { graphql, type ResultOf, type VariablesOf } from "../../../graphql/graphql.ts";

export const EditedChallengeFragment = graphql(`
  fragment EditedChallenge on StudioChallenge {
    id
    slug
    title
    description
    triggerType
    requiredClassIds
    requiredClasses {
      id
      title
    }
    startTime
    endTime
    phase
    goalHeader
    subtitleHeader
    earnedByHeader
    badges {
      name
      description
      amountToEarn
    }
    participantsCount
    revision
  }
`);
export type EditedChallenge = ResultOf<typeof EditedChallengeFragment>;

export const CreateChallenge = graphql(`
  mutation CreateChallenge($input: ChallengeInput!, $idempotencyKey: String!) {
    createChallenge(input: $input, idempotencyKey: $idempotencyKey) {
      id
      slug
    }
  }
`);
export type ChallengeInput = VariablesOf<typeof CreateChallenge>["input"];
export type Trigger = ChallengeInput["triggerType"];
