import { useLingui } from "@lingui/react/macro";
import { useMutation } from "urql";
import { codeOf } from "../../../graphql/codes.ts";
import { graphql } from "../../../graphql/graphql.ts";
import type { StaffRole } from "./role-words.ts";

const SetRole = graphql(`
  mutation SetRole($personId: ID, $username: String, $role: StaffRole!) {
    setRole(personId: $personId, username: $username, role: $role) {
      id
      role
      since
    }
  }
`);

/** Gives somebody a role or takes it. Resolves to what was wrong, as a sentence; null when all is well. */
export function useSetRole(): {
  setRole: (whose: { personId: string } | { username: string }, role: StaffRole) => Promise<string | null>;
  isBusy: boolean;
} {
  const { t } = useLingui();
  const [{ fetching }, send] = useMutation(SetRole);
  const faults: Record<string, string> = {
    NOT_FOUND: t`Nobody here has this name.`,
    FORBIDDEN: t`Only somebody with an account of their own, which is open, works here.`,
    LAST_ADMIN: t`The studio has no other admin. Give somebody else the role first.`,
  };
  return {
    isBusy: fetching,
    setRole: async (whose, role) => {
      const { error } = await send({ ...whose, role });
      if (!error) return null;
      return faults[codeOf(error)] ?? t`Nothing was changed: the studio didn’t answer. Try once more.`;
    },
  };
}
