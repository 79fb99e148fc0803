import { useMutation, type CombinedError } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { invalidating } from "../../../graphql/invalidate.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useSession } from "../../../graphql/provider.tsx";
import { SessionError } from "../../../graphql/session-error.ts";
import { noteChoice } from "../public/first-choice.ts";

/** The family as all of its screens show it. */
export const FamilyQuery = graphql(`
  query Family {
    family {
      id
      activeId
      hasPin
      maxMembers
      members {
        id
        name
        photoURL
        isChild
        isHolder
      }
    }
    coPracticeOf {
      id
    }
  }
`);
/** What a change of the family returns, so that the cache has its members. */
const FamilyMembersFragment = graphql(`
  fragment FamilyMembers on Family {
    members {
      id
      name
      photoURL
      isChild
      isHolder
    }
  }
`);
const Create = graphql(
  `
    mutation CreateFamilyMember($name: String!, $isChild: Boolean!, $pin: String, $key: String!) {
      createFamilyMember(name: $name, isChild: $isChild, pin: $pin, idempotencyKey: $key) {
        id
        hasPin
        ...FamilyMembers
      }
    }
  `,
  [FamilyMembersFragment],
);
const CreateOfChild = graphql(
  `
    mutation CreateChildProfile($childId: ID!, $name: String!, $pin: String) {
      createChildProfile(childId: $childId, name: $name, pin: $pin) {
        id
        hasPin
        ...FamilyMembers
      }
    }
  `,
  [FamilyMembersFragment],
);
const Update = graphql(
  `
    mutation UpdateFamilyMember($id: ID!, $name: String, $isChild: Boolean) {
      updateFamilyMember(id: $id, name: $name, isChild: $isChild) {
        id
        ...FamilyMembers
      }
    }
  `,
  [FamilyMembersFragment],
);
const Remove = graphql(
  `
    mutation RemoveFamilyMember($id: ID!) {
      removeFamilyMember(id: $id) {
        id
        ...FamilyMembers
      }
    }
  `,
  [FamilyMembersFragment],
);
const Choose = graphql(`
  mutation ChooseFamilyMember($id: ID!, $pin: String) {
    chooseFamilyMember(id: $id, pin: $pin) {
      id
      activeId
    }
  }
`);
const SetPin = graphql(`
  mutation SetFamilyPin($pin: String!, $currentPin: String) {
    setFamilyPin(pin: $pin, currentPin: $currentPin) {
      id
      hasPin
    }
  }
`);
const Together = graphql(`
  mutation PracticeTogether($personIds: [ID!]!) {
    practiceTogether(personIds: $personIds) {
      id
    }
  }
`);

defineCacheUpdates({
  practiceTogether: invalidating("coPracticeOf"),
  createChildProfile: invalidating("children"),
});

/** The error that a form shows: its code, or the code of the invalid field. */
function refusal({ graphQLErrors }: CombinedError): SessionError {
  const { code, field, retryAfterSeconds } = (graphQLErrors[0]?.extensions ?? {}) as {
    code?: string;
    field?: string;
    retryAfterSeconds?: number;
  };
  if (!code) return new SessionError("NETWORK", 0);
  const name = code === "BAD_INPUT" ? `BAD_${(field ?? "").toUpperCase()}` : code;
  return new SessionError(name, 200, retryAfterSeconds ?? null);
}

/** Actions on a family. Each throws SessionError with the server's code. */
export function useFamilyActions() {
  const session = useSession();
  const [, create] = useMutation(Create);
  const [, createOfChild] = useMutation(CreateOfChild);
  const [, update] = useMutation(Update);
  const [, remove] = useMutation(Remove);
  const [, choose] = useMutation(Choose);
  const [, setPin] = useMutation(SetPin);
  const [, together] = useMutation(Together);
  const done = async (work: Promise<{ error?: CombinedError | undefined }>): Promise<void> => {
    const { error } = await work;
    if (error) throw refusal(error);
  };
  return {
    create: (input: { name: string; isChild: boolean; pin: string | null; key: string }) =>
      done(create(input)),
    createOfChild: (input: { childId: string; name: string; pin: string | null }) =>
      done(createOfChild(input)),
    update: (id: string, change: { name?: string; isChild?: boolean }) => done(update({ id, ...change })),
    remove: (id: string) => done(remove({ id })),
    setPin: (pin: string, currentPin: string | null) => done(setPin({ pin, currentPin })),
    together: (personIds: readonly string[]) => done(together({ personIds: [...personIds] })),
    /** Switches the active profile; all content is then this profile's. */
    choose: async (id: string, pin: string | null): Promise<void> => {
      await done(choose({ id, pin }));
      if (session.state.status === "ready") noteChoice(session.state.accountId);
      await session.dancerChanged();
    },
  };
}
