import { t } from "@lingui/core/macro";
import type { AuditAction } from "../../../../contract/audit-actions.ts";

/** Each action as a sentence. `by` did it to `what`, both as names. */
const sentences = (by: string, what: string): Record<AuditAction, string> => ({
  "admin.dead_letter_retried": t`${by} retried a failed job.`,
  "billing.code_redeemed": t`${by} applied a promo code for ${what}.`,
  "billing.contract_request_closed": t`${by} closed a cancellation or withdrawal request.`,
  "billing.coupon_archived": t`${by} archived the promo code ${what}.`,
  "billing.coupon_created": t`${by} created the promo code ${what}.`,
  "billing.coupon_limits_set": t`${by} changed the limits of the promo code ${what}.`,
  "billing.coupon_restored": t`${by} restored the promo code ${what}.`,
  "billing.credit_given": t`${by} gave account credit to ${what}.`,
  "billing.currency_added": t`${by} added the currency ${what}.`,
  "billing.days_given": t`${by} gave free days to ${what}.`,
  "billing.difference_closed": t`${by} closed a difference found by reconciliation.`,
  "billing.gift_card_issued": t`${by} issued a gift card.`,
  "billing.gift_card_refunded": t`${by} refunded a gift card.`,
  "billing.gift_card_voided": t`${by} voided a gift card.`,
  "billing.invoice_refunded": t`${by} refunded an invoice of ${what}.`,
  "billing.plan_canceled": t`${by} canceled the plan of ${what}.`,
  "billing.plan_changed": t`${by} changed the plan of ${what}.`,
  "billing.plan_created": t`${by} created the plan ${what}.`,
  "billing.plan_edited": t`${by} edited the plan ${what}.`,
  "billing.plan_given": t`${by} gave ${what} a plan free of charge.`,
  "billing.plan_paused": t`${by} paused the plan of ${what}.`,
  "billing.plan_retired": t`${by} retired the plan ${what}.`,
  "billing.price_change_announced": t`${by} announced a new price of ${what} to running members.`,
  "billing.price_change_undone": t`${by} took back a price change of ${what}.`,
  "billing.price_refs_imported": t`${by} imported the prices and promo codes of a payment provider.`,
  "billing.price_set": t`${by} set a price of ${what}.`,
  "billing.receipt_sent": t`${by} sent a receipt to ${what} again.`,
  "billing.refund_retried": t`${by} retried a failed refund for ${what}.`,
  "billing.tax_rate_set": t`${by} set the tax rate of ${what}.`,
  "billing.test_clock_advanced": t`${by} advanced the test clock.`,
  "billing.trial_overridden": t`${by} changed the end of a free trial.`,
  "catalog.beat_grid_set": t`${by} set the beat grid of ${what}.`,
  "catalog.captions_added": t`${by} added captions to ${what}.`,
  "catalog.captions_removed": t`${by} removed captions from ${what}.`,
  "catalog.category_created": t`${by} created the category ${what}.`,
  "catalog.category_goals_set": t`${by} set the goals of the category ${what}.`,
  "catalog.class_changed": t`${by} edited ${what}.`,
  "catalog.class_drafted": t`${by} drafted ${what}.`,
  "catalog.class_published": t`${by} published ${what}.`,
  "catalog.class_scheduled": t`${by} scheduled when ${what} enters or leaves the library.`,
  "catalog.class_unpublished": t`${by} unpublished ${what}.`,
  "catalog.draft_deleted": t`${by} deleted a draft.`,
  "catalog.film_removed": t`${by} removed a video from ${what}.`,
  "catalog.film_sent": t`${by} uploaded a video for ${what}.`,
  "catalog.focus_set": t`${by} set the phone crop of ${what}.`,
  "catalog.instructor_changed": t`${by} edited the instructor ${what}.`,
  "catalog.instructor_created": t`${by} added the instructor ${what}.`,
  "catalog.style_created": t`${by} added the style ${what}.`,
  "challenges.challenge_changed": t`${by} edited a challenge.`,
  "challenges.challenge_created": t`${by} created a challenge.`,
  "challenges.challenge_deleted": t`${by} deleted a challenge.`,
  "community.case_decided": t`${by} decided a moderation case.`,
  "community.case_passed": t`${by} passed a moderation case on.`,
  "community.case_reopened": t`${by} undid a moderation decision.`,
  "growth.experiment_changed": t`${by} changed the experiment ${what}.`,
  "growth.flag_set": t`${by} switched the feature flag ${what}.`,
  "identity.ban_lifted": t`${by} reinstated the account of ${what}.`,
  "identity.deletion_requested": t`${by} scheduled the deletion of the account of ${what}.`,
  "identity.export_requested": t`${by} requested the data export of ${what}.`,
  "identity.invitation_accepted": t`${by} accepted an invitation to the team.`,
  "identity.invitation_revoked": t`${by} revoked an invitation to the team.`,
  "identity.invitation_sent": t`${by} invited someone to the team.`,
  "identity.note_added": t`${by} added a note about ${what}.`,
  "identity.note_removed": t`${by} removed a note about ${what}.`,
  "identity.seen_as": t`${by} saw the pages of ${what}, read-only.`,
  "identity.person_signed_out": t`${by} signed ${what} out on all devices.`,
  "identity.person_banned": t`${by} suspended the account of ${what}.`,
  "identity.role_changed": t`${by} changed the role of ${what}.`,
  "onboarding.film_changed": t`${by} replaced the video of the answer ${what}.`,
  "onboarding.film_removed": t`${by} removed the video of the answer ${what}.`,
  "onboarding.options_saved": t`${by} edited the answers of the question ${what}.`,
  "onboarding.order_saved": t`${by} changed the order of the questions.`,
  "site.legal_page_published": t`${by} published a legal page: ${what}.`,
  "site.legal_page_translated": t`${by} published a translation of a legal page: ${what}.`,
  "site.legal_page_withdrawn": t`${by} withdrew a scheduled legal page: ${what}.`,
  "site.opened": t`${by} opened the studio.`,
  "site.brand_changed": t`${by} replaced an image of the studio’s brand.`,
  "site.brand_removed": t`${by} removed an image of the studio’s brand.`,
  "site.settings_changed": t`${by} changed the studio’s settings.`,
  "site.translations_saved": t`${by} translated ${what}.`,
  "site.step_confirmed": t`${by} confirmed a step of the opening.`,
  "site.mailing_list_exported": t`${by} downloaded the mailing list.`,
  "studio.audit_exported": t`${by} downloaded the audit log.`,
  "studio.people_exported": t`${by} downloaded the list of people.`,
});

/** An entry as a sentence. Actions of older releases are named as they are. */
export function sentenceOf(action: string, by: string, what: string): string {
  const all: Partial<Record<string, string>> = sentences(by, what);
  return all[action] ?? `${by}: ${action}`;
}

/** A subject without a name of its own. */
export function subjectLabel(kind: string, id: string | null): string {
  const named = id !== null && !/^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(id);
  if (named) return id;
  if (kind === "class") return t`(unpublished class)`;
  if (kind === "person") return t`(deleted account)`;
  return kind.replaceAll("_", " ");
}
