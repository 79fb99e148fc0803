import { useLingui } from "@lingui/react/macro";

export type StaffRole = "member" | "moderator" | "editor" | "admin";

/** Name and permissions of each role. */
export function useRoleLabels(): Record<StaffRole, { name: string; what: string }> {
  const { t } = useLingui();
  return {
    moderator: {
      name: t`Moderator`,
      what: t`Reviews reports and new uploads, and suspends accounts.`,
    },
    editor: { name: t`Editor`, what: t`Manages classes and onboarding questions.` },
    admin: { name: t`Admin`, what: t`Full access, including team roles.` },
    member: { name: t`No role`, what: t`Regular member` },
  };
}
