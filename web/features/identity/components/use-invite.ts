import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Role } from "../../../../contract/staff.ts";
import { codeOf } from "../../../graphql/codes.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useMutation, type CombinedError } from "../../../graphql/hooks.ts";
import { useConfirmation } from "../public/use-confirmation.tsx";

const SendInvitation = graphql(`
  mutation SendStaffInvitation($emailAddress: String!, $role: StaffRole!) {
    staffInvitationSend(emailAddress: $emailAddress, role: $role) {
      id
    }
  }
`);

/**
 * Invites an email address to a role after a fresh confirmation: render `sheet`. `invite` rejects with a SessionError
 * CANCELED if the person closes the sheet, and with a CombinedError that `faultTextOf` puts into words.
 */
export function useInvite(): {
  invite: (emailAddress: string, role: Role) => Promise<void>;
  faultTextOf: (error: CombinedError) => string;
  sheet: ReactNode;
} {
  const { t } = useLingui();
  const [, send] = useMutation(SendInvitation);
  const { confirmed, sheet } = useConfirmation();
  const faults: Record<string, string> = {
    INVALID_EMAIL: t`Enter a valid email.`,
    BAD_INPUT: t`This person is already on the team.`,
    RATE_LIMITED: t`Too many invitations. Wait an hour.`,
  };
  return {
    invite: (emailAddress, role) =>
      confirmed(async () => {
        const { error } = await send({ emailAddress, role });
        if (error) throw error;
      }),
    faultTextOf: (error) => faults[codeOf(error)] ?? t`Couldn’t send the invitation. Try again.`,
    sheet,
  };
}
