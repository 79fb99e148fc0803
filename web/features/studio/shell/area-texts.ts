import { t } from "@lingui/core/macro";
import { paths } from "../../../lib/paths.ts";
import type { AreaKey } from "./use-areas.ts";

/** Address, name and description of each page of the studio. */
export const areaTexts = (): Record<AreaKey, { to: string; name: string; words: string }> => ({
  people: { to: paths.studioPeople(), name: t`People`, words: t`Members, plans, refunds, notes.` },
  messages: {
    to: paths.studioMessages(),
    name: t`Messages`,
    words: t`Announcements by email, inbox, push.`,
  },
  memberImport: {
    to: paths.memberImport(),
    name: t`Import members`,
    words: t`A list from another service.`,
  },
  moderation: {
    to: paths.moderation(),
    name: t`Moderation`,
    words: t`Reports and new uploads to review.`,
  },
  money: {
    to: paths.money(),
    name: t`Revenue`,
    words: t`Subscriptions, failed payments, reconciliation.`,
  },
  plans: {
    to: paths.plansAndPrices(),
    name: t`Plans and prices`,
    words: t`Plans, prices, currencies.`,
  },
  coupons: { to: paths.coupons(), name: t`Promo codes`, words: t`Discount codes and redemptions.` },
  giftCards: {
    to: paths.studioGiftCards(),
    name: t`Gift cards`,
    words: t`Sold and issued, balances, refunds.`,
  },
  funnel: { to: paths.funnel(), name: t`Funnel`, words: t`Visitor-to-paid conversion.` },
  attribution: {
    to: paths.attribution(),
    name: t`Attribution`,
    words: t`Traffic sources and survey answers.`,
  },
  experiments: {
    to: paths.experiments(),
    name: t`Experiments`,
    words: t`Experiments and feature flags.`,
  },
  questions: { to: paths.questions(), name: t`Questions`, words: t`Onboarding questions.` },
  classes: {
    to: paths.instructorClasses(),
    name: t`Classes`,
    words: t`Drafts, classes, loop heatmaps, counts.`,
  },
  figures: {
    to: paths.studioFigures(),
    name: t`Figures`,
    words: t`Plays, minutes, instructors’ shares, searches.`,
  },
  library: {
    to: paths.studioLibrary(),
    name: t`Library`,
    words: t`Instructors, styles, categories.`,
  },
  songs: {
    to: paths.studioSongs(),
    name: t`Songs`,
    words: t`Artists, ISRCs, rights.`,
  },
  royalties: {
    to: paths.studioRoyalties(),
    name: t`Music report`,
    words: t`Songs played in a quarter.`,
  },
  courses: {
    to: paths.studioCourses(),
    name: t`Courses`,
    words: t`Classes in order, in weeks.`,
  },
  challenges: {
    to: paths.studioChallenges(),
    name: t`Challenges`,
    words: t`Goals, dates, and badges.`,
  },
  opening: {
    to: paths.studioOpening(),
    name: t`Opening`,
    words: t`What is ready, and what is missing.`,
  },
  settings: {
    to: paths.studioSettings(),
    name: t`Settings`,
    words: t`Name, contact, seller, region.`,
  },
  landing: {
    to: paths.studioLanding(),
    name: t`Landing page`,
    words: t`What new visitors see first.`,
  },
  legal: {
    to: paths.studioLegal(),
    name: t`Legal pages`,
    words: t`Imprint, privacy, terms, house rules.`,
  },
  staff: { to: paths.staff(), name: t`Team`, words: t`Roles and access.` },
  audit: {
    to: paths.studioAudit(),
    name: t`Audit log`,
    words: t`What the team did, and when.`,
  },
  export: {
    to: paths.studioExport(),
    name: t`Export`,
    words: t`Everything in one archive, and backups.`,
  },
  failedJobs: {
    to: paths.failedJobs(),
    name: t`Failed jobs`,
    words: t`Failed emails, videos, and events.`,
  },
});
