import { useLingui } from "@lingui/react/macro";

export type StaffRole = "member" | "moderator" | "editor" | "admin";

/** Name and permissions of each role. */
export function useRoleLabels(): Record<StaffRole, { name: string; what: string }> {
  const { t } = useLingui();
  return {
    moderator: {
      name: t`Moderator`,
      what: t`Looks at what members report and newcomers upload, and closes accounts.`,
    },
    editor: { name: t`Editor`, what: t`Looks after the classes, and what newcomers are asked.` },
    admin: { name: t`Admin`, what: t`Opens all of the studio’s pages, and says who works here.` },
    member: { name: t`No role`, what: t`Dances here, like everybody.` },
  };
}
