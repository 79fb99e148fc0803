import { useState } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { graphql, readFragment } from "../../../graphql/graphql.ts";
import { inputOf, type ChallengeDraft } from "./challenge-draft.ts";
import { CreateChallenge, EditedChallengeFragment, type EditedChallenge } from "./edited-challenge.ts";

const ChangeChallenge = graphql(
  `
    mutation ChangeChallenge($id: ID!, $input: ChallengeInput!, $revision: Int!) {
      changeChallenge(id: $id, input: $input, revision: $revision) {
        id
        ...EditedChallenge
      }
    }
  `,
  [EditedChallengeFragment],
);
const DeleteChallenge = graphql(`
  mutation DeleteChallenge($id: ID!) {
    deleteChallenge(id: $id)
  }
`);

/** Creates, changes and cancels a challenge. Each call rejects with a CombinedError. */
export function useSaveChallenge() {
  // Idempotency key: creating again after a lost answer adds nothing.
  const [key] = useState(() => crypto.randomUUID());
  const [, create] = useMutation(CreateChallenge);
  const [, change] = useMutation(ChangeChallenge);
  const [, remove] = useMutation(DeleteChallenge);
  return {
    create: async (draft: ChallengeDraft): Promise<void> => {
      const { error } = await create({ input: inputOf(draft, null), idempotencyKey: key });
      if (error) throw error;
    },
    /** @returns the saved challenge */
    change: async (draft: ChallengeDraft, before: EditedChallenge): Promise<EditedChallenge> => {
      const { data, error } = await change({
        id: before.id,
        input: inputOf(draft, before),
        revision: before.revision,
      });
      if (error) throw error;
      return data ? readFragment(EditedChallengeFragment, data.changeChallenge) : before;
    },
    remove: async (id: string): Promise<void> => {
      const { error } = await remove({ id });
      if (error) throw error;
    },
  };
}
