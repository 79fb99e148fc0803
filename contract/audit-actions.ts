/** What the audit log is filtered by, in the order of the studio's list. */
export const auditKinds = ["people", "money", "prices", "library", "community", "team", "studio"] as const;
export type AuditKind = (typeof auditKinds)[number];

/**
 * Everything that staff do and the audit log records, with its kind. Stored: an action never changes its name.
 * The web has a sentence for each, and a missing one is a compile error.
 */
export const auditActions = {
  "admin.dead_letter_retried": "studio",
  "billing.code_redeemed": "money",
  "billing.contract_request_closed": "money",
  "billing.coupon_archived": "prices",
  "billing.coupon_created": "prices",
  "billing.coupon_limits_set": "prices",
  "billing.coupon_restored": "prices",
  "billing.credit_given": "money",
  "billing.currency_added": "prices",
  "billing.days_given": "money",
  "billing.difference_closed": "money",
  "billing.invoice_refunded": "money",
  "billing.plan_canceled": "money",
  "billing.plan_created": "prices",
  "billing.plan_edited": "prices",
  "billing.plan_given": "money",
  "billing.plan_paused": "money",
  "billing.plan_retired": "prices",
  "billing.price_change_announced": "prices",
  "billing.price_change_undone": "prices",
  "billing.price_set": "prices",
  "billing.receipt_sent": "money",
  "billing.refund_retried": "money",
  "billing.tax_rate_set": "prices",
  "billing.test_clock_advanced": "studio",
  "billing.trial_overridden": "money",
  "catalog.beat_grid_set": "library",
  "catalog.captions_added": "library",
  "catalog.captions_removed": "library",
  "catalog.category_created": "library",
  "catalog.category_goals_set": "library",
  "catalog.class_changed": "library",
  "catalog.class_drafted": "library",
  "catalog.class_published": "library",
  "catalog.class_unpublished": "library",
  "catalog.draft_deleted": "library",
  "catalog.film_removed": "library",
  "catalog.film_sent": "library",
  "catalog.focus_set": "library",
  "catalog.instructor_changed": "library",
  "catalog.instructor_created": "library",
  "catalog.style_created": "library",
  "challenges.challenge_changed": "community",
  "challenges.challenge_created": "community",
  "challenges.challenge_deleted": "community",
  "community.case_decided": "community",
  "community.case_passed": "community",
  "community.case_reopened": "community",
  "growth.experiment_changed": "studio",
  "growth.flag_set": "studio",
  "identity.ban_lifted": "people",
  "identity.deletion_requested": "people",
  "identity.export_requested": "people",
  "identity.person_banned": "people",
  "identity.person_signed_out": "people",
  "identity.role_changed": "team",
  "onboarding.film_changed": "library",
  "onboarding.film_removed": "library",
  "onboarding.options_saved": "library",
  "onboarding.order_saved": "library",
  "site.legal_page_published": "studio",
  "site.legal_page_withdrawn": "studio",
  "site.opened": "studio",
  "site.settings_changed": "studio",
  "site.translations_saved": "library",
  "site.step_confirmed": "studio",
  "studio.audit_exported": "studio",
  "studio.people_exported": "people",
} as const satisfies Record<string, AuditKind>;

export type AuditAction = keyof typeof auditActions;

/** The actions of a kind. */
export const actionsOf = (kind: AuditKind): AuditAction[] =>
  (Object.keys(auditActions) as AuditAction[]).filter((action) => auditActions[action] === kind);
