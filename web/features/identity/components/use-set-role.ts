import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { codeOf } from "../../../graphql/codes.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useConfirmation } from "../public/use-confirmation.tsx";
import type { StaffRole } from "./role-labels.ts";

const SetRole = graphql(`
  mutation SetRole($personId: ID, $username: String, $role: StaffRole!) {
    setRole(personId: $personId, username: $username, role: $role) {
      id
      role
      since
    }
  }
`);

/**
 * Sets or removes a staff role after a fresh confirmation: render `sheet`.
 * Resolves to "done", to "canceled" if the person closed the sheet, or to an error message.
 */
export function useSetRole(): {
  setRole: (
    whose: { personId: string } | { username: string },
    role: StaffRole,
  ) => Promise<"done" | "canceled" | { fault: string }>;
  isBusy: boolean;
  sheet: ReactNode;
} {
  const { t } = useLingui();
  const [{ fetching }, send] = useMutation(SetRole);
  const { confirmedCall, sheet } = useConfirmation();
  const faults: Record<string, string> = {
    NOT_FOUND: t`No one here has this name.`,
    FORBIDDEN: t`Only active account holders can have a role.`,
    LAST_ADMIN: t`This is the only admin. Make someone else an admin first.`,
  };
  return {
    isBusy: fetching,
    setRole: async (whose, role) => {
      const result = await confirmedCall(() => send({ ...whose, role }));
      if (!result) return "canceled";
      if (!result.error) return "done";
      return { fault: faults[codeOf(result.error)] ?? t`Couldn’t change the role. Try again.` };
    },
    sheet,
  };
}
