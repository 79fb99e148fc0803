/** Tables with few rows in any studio: statements may read them whole. */
export const smallTables: ReadonlySet<string> = new Set([
  "billing.coupon_batches",
  "billing.differences",
  "billing.disputes",
  "billing.mrr_changes",
  "billing.own_rates",
  "billing.plans",
  "billing.price_changes",
  "catalog.categories",
  "catalog.instructors",
  "catalog.revision",
  "catalog.sections",
  "catalog.styles",
  "challenges.badges",
  "growth.forwarders",
  "identity.bans",
  "identity.first_admin_codes",
  "identity.jwks",
  "identity.staff_invitations",
  // Of videos that are being transcoded.
  "media.stretches",
  "onboarding.questions",
  "platform.migrations",
  "platform.workers",
  "site.brand_files",
  "site.settings",
  "site.translations",
  "studio.exports",
  "studio.landing_page",
  // The test gateway's records.
  "billing.test_clock",
  "billing.test_disputes",
  "billing.test_tokens",
  "studio.series",
]);

const report = "An admin's report adds up all of them.";
const cleanUp = "A nightly clean-up.";
const afterDeletion = "A job after the deletion of an account.";
const prefix = "The plan for a known prefix uses the index; the generic plan can't.";
const merge =
  "An editor merges a style or category. Imports are kept for 30 days, and messages are written by people.";
const queue = "The queue is short unless something is wrong.";

/** Statements that read a larger table whole, and why they may. */
export const reviewedWholeReads: Readonly<Record<string, string>> = {
  "catalog.move_imported_entries": merge,
  "studio.move_audience_style": merge,
  "billing.sum_gift_cards": "sums all cards, when staff open their page",
  "billing.delete_old_contract_requests": cleanUp,
  "billing.count_plan_values": "An hourly job adds up a year of invoices.",
  "billing.find_trials": report,
  "billing.list_income": report,
  "billing.list_uncredited_invoices": "A nightly check.",
  "growth.delete_person_events": afterDeletion,
  "growth.delete_rtdb_leaves": prefix,
  "growth.measure_rtdb_leaves": prefix,
  "growth.move_rtdb_leaves": prefix,
  "identity.delete_ended_sessions": cleanUp,
  "identity.delete_ended_verifications": cleanUp,
  "media.delete_old_revocations": cleanUp,
  "media.delete_old_uploads": cleanUp,
  "media.move_uploads_to_store": "An operator's command, once in the life of a studio.",
  "platform.delete_old_failed_jobs": queue,
  "notifications.forget_actor": afterDeletion,
  "platform.count_dead_letters": queue,
  "platform.count_queued_jobs": queue,
  "platform.delete_old_events": cleanUp,
  "platform.find_orphan_locks": queue,
  "practice.delete_old_room_messages": cleanUp,
};
