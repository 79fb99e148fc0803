import { useLingui } from "@lingui/react/macro";
import type { Role } from "../../../../contract/staff.ts";

/** Name and permissions of each role. */
export function useRoleLabels(): Record<Role, { name: string; what: string }> {
  const { t } = useLingui();
  return {
    moderator: {
      name: t`Moderator`,
      what: t`Reviews reports and new uploads, and suspends accounts.`,
    },
    teacher: {
      name: t`Instructor`,
      what: t`Drafts classes for their own instructor page, and sees their figures.`,
    },
    support: {
      name: t`Support`,
      what: t`Looks after members: plans, refunds, credit, accounts. No prices.`,
    },
    finance: {
      name: t`Finance`,
      what: t`Sees revenue, sets prices, makes refunds.`,
    },
    editor: { name: t`Editor`, what: t`Manages classes, challenges and onboarding questions.` },
    admin: { name: t`Admin`, what: t`Full access, including team roles.` },
    member: { name: t`No role`, what: t`Regular member` },
  };
}
