import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Role } from "../../../../contract/staff.ts";
import { useMutation, type CombinedError } from "../../../graphql/hooks.ts";
import { codeOf } from "../../../graphql/codes.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useConfirmation } from "../public/use-confirmation.tsx";

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
 * `setRole` rejects with a SessionError CANCELED if the person closes the sheet, and with a CombinedError that
 * `faultTextOf` puts into words.
 */
export function useSetRole(): {
  setRole: (whose: { personId: string } | { username: string }, role: Role) => Promise<void>;
  faultTextOf: (error: CombinedError) => string;
  isBusy: boolean;
  sheet: ReactNode;
} {
  const { t } = useLingui();
  const [{ fetching }, send] = useMutation(SetRole);
  const { confirmed, sheet } = useConfirmation();
  const faults: Record<string, string> = {
    NOT_FOUND: t`No one here has this name.`,
    FORBIDDEN: t`Only active account holders can have a role.`,
    LAST_ADMIN: t`This is the only admin. Make someone else an admin first.`,
  };
  return {
    isBusy: fetching,
    setRole: (whose, role) =>
      confirmed(async () => {
        const { error } = await send({ ...whose, role });
        if (error) throw error;
      }),
    faultTextOf: (error) => faults[codeOf(error)] ?? t`Couldn’t change the role. Try again.`,
    sheet,
  };
}
