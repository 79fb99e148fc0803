import { t } from "@lingui/core/macro";
import type { AuditKind } from "../../../../contract/audit-actions.ts";

/** What the audit log is filtered by, as the filter names it. */
export const kindLabels = (): Record<AuditKind, string> => ({
  people: t`People`,
  money: t`Money`,
  prices: t`Prices and codes`,
  library: t`Library`,
  community: t`Community`,
  team: t`Team`,
  studio: t`Studio`,
});
