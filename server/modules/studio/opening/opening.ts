import { randomUUID } from "node:crypto";
import { publishedPages } from "../../../../contract/legal-pages.ts";
import type { Ctx } from "../../../ctx.ts";
import { newestBackupAt } from "../../../platform/backup/record.ts";
import { BadInput } from "../../../platform/errors.ts";
import { defineMemo } from "../../../platform/loader.ts";
import { emailStudioOf, inlineImagesOf, renderEmail } from "../../../platform/mail/render.ts";
import { domainOfSender, lookUpSender } from "../../../platform/mail/sender-domain.ts";
import type { SenderDomain } from "../../../platform/mail/sender-domain.ts";
import { consume } from "../../../platform/rate-limit.ts";
import { hasReceivedWebhook, hasSellingProvider } from "../../billing/index.ts";
import type { ProviderKeys } from "../../billing/index.ts";
import { hasClasses } from "../../catalog/index.ts";
import {
  defaultReader,
  recordAuditEntry,
  requireConfirmedStaff,
  requireStaff,
  verifiedEmailOf,
} from "../../identity/index.ts";
import { countMailingList, markOpen, readConfirmations, saveConfirmedStep } from "../../site/index.ts";
import { otherAgeMs } from "../backups/backups.ts";
import { testEmail } from "./email.ts";
import { OpeningIncomplete, TestEmailFailed } from "./errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";

/** The steps in display order. */
export const stepKeys = [
  "seller",
  "legal",
  "email",
  "payments",
  "webhook",
  "prices",
  "taxes",
  "class",
  "backup",
] as const;
export type StepKey = (typeof stepKeys)[number];
/** What an admin confirms by a press; the server checks the others itself. */
const pressed = ["prices", "taxes"] as const;

export interface OpeningStep {
  readonly key: StepKey;
  readonly isReady: boolean;
  readonly isRequired: boolean;
}
export interface Opening {
  readonly isOpen: boolean;
  /** When the newest backup was finished; null without any. */
  readonly backedUpAt: Date | null;
  /** Confirmed addresses that wait for the opening, or were told of it. */
  readonly mailingListCount: number;
  readonly steps: readonly OpeningStep[];
}

/** Providers send no webhook before the first payment, and a host may back up the whole machine. */
const optional: ReadonlySet<StepKey> = new Set(["webhook", "backup"]);
const required = ["imprint", "privacy", "terms"] as const;
const lookupLimit = { name: "sender lookups", points: 60, seconds: 3600 };
const keysLimit = { name: "checks of payment keys", points: 60, seconds: 3600 };
const testLimit = { name: "test emails", points: 10, seconds: 3600 };

/** What is ready for the opening, for admins. Every check reads the present state. @throws NotFound, Unauthenticated */
export async function readOpening(ctx: Ctx): Promise<Opening> {
  requireStaff(ctx);
  const confirmed = await readConfirmations(ctx);
  const newest = await newestBackupAt(ctx.db);
  const pages = publishedPages(ctx.studio, ctx.clock.now());
  const isReady: Record<StepKey, boolean> = {
    seller: ctx.studio.seller !== null,
    legal: required.every((kind) => pages.includes(kind)),
    // Production stores emails as files without SMTP: then none arrives.
    email: confirmed.email !== undefined && (ctx.config.smtpUrl !== null || !ctx.config.isProduction),
    payments: hasSellingProvider(ctx.ports),
    webhook: await hasReceivedWebhook(ctx),
    prices: confirmed.prices !== undefined,
    taxes: confirmed.taxes !== undefined,
    class: await hasClasses(ctx),
    backup: newest !== null && newest.getTime() > ctx.clock.now().getTime() - otherAgeMs,
  };
  return {
    isOpen: ctx.studio.isOpen,
    backedUpAt: newest,
    mailingListCount: await countMailingList(ctx),
    steps: stepKeys.map((key) => ({ key, isReady: isReady[key], isRequired: !optional.has(key) })),
  };
}

/** SPF, DKIM and DMARC of the sender's domain, for admins. @throws NotFound, RateLimited, Unauthenticated */
export async function readSenderDomain(ctx: Ctx): Promise<SenderDomain> {
  const { accountId } = requireStaff(ctx);
  await consume(ctx, lookupLimit, [accountId]);
  return lookUpSender(domainOfSender(ctx.config.mailFrom));
}

/**
 * Asks the payment provider with our keys, for admins. Null without a provider that has keys.
 * @throws NotFound, RateLimited, Unauthenticated
 */
export async function readPaymentKeys(ctx: Ctx): Promise<ProviderKeys | null> {
  const { accountId } = requireStaff(ctx);
  await consume(ctx, keysLimit, [accountId]);
  return ctx.ports.gateways.checkKeys();
}

/** Whether a webhook of the payment provider arrived, for admins who wait for it. @throws NotFound, Unauthenticated */
export function hasWebhookArrived(ctx: Ctx): Promise<boolean> {
  requireStaff(ctx);
  return hasReceivedWebhook(ctx);
}

const missingOf = ({ steps }: Opening): StepKey[] =>
  steps.filter((step) => step.isRequired && !step.isReady).map(({ key }) => key);

/** Required steps that are missing, for admins. After the opening: what the server lost since, such as its mail server. */
export const missingSteps: (ctx: Ctx) => Promise<StepKey[]> = defineMemo(async (ctx) =>
  missingOf(await readOpening(ctx)),
);

/** How many required steps are missing, for admins. */
export const stepsMissing = async (ctx: Ctx): Promise<number> => (await missingSteps(ctx)).length;

/** Confirms that prices or taxes were looked at, with an audit entry. @throws BadInput, NotFound, Unauthenticated */
export async function confirmStep(ctx: Ctx, key: StepKey): Promise<Opening> {
  requireStaff(ctx);
  const step = pressed.find((one) => one === key);
  if (!step) throw new BadInput("step", msg("The server checks this step itself."));
  await ctx.transact(async (tx) => {
    await saveConfirmedStep(tx, step);
    await recordAuditEntry(tx, {
      action: "site.step_confirmed",
      subject: "studio",
      details: { step },
    });
  });
  return readOpening(ctx);
}

/**
 * Sends a test message to the admin, past the queue, so that a refusal is shown at once.
 * @throws BadInput without a verified email, RateLimited, TestEmailFailed, NotFound, Unauthenticated
 */
export async function sendTestEmail(ctx: Ctx): Promise<Opening> {
  const { accountId } = requireStaff(ctx);
  const to = await verifiedEmailOf(ctx.db, accountId);
  if (!to) throw new BadInput("email", msg("Confirm your email first."));
  await consume(ctx, testLimit, [accountId]);
  const reader = { ...defaultReader, locale: ctx.locale, studioName: ctx.studio.name };
  const content = testEmail({}).write(reader);
  const studio = emailStudioOf(ctx);
  const { html, text } = await renderEmail(content, {
    locale: reader.locale,
    publicUrl: ctx.publicUrl,
    studio,
  });
  try {
    await ctx.ports.mailer.send({
      id: randomUUID(),
      to,
      subject: content.subject,
      studioName: studio.name,
      html,
      text,
      writtenAt: ctx.clock.now(),
      unsubscribeUrl: null,
      attachments: inlineImagesOf(studio.brand),
    });
  } catch (error) {
    throw new TestEmailFailed(error);
  }
  await ctx.transact((tx) => saveConfirmedStep(tx, "email"));
  return readOpening(ctx);
}

/**
 * Opens the studio: plans are for sale on every server from now on. Idempotent, with an audit entry.
 * @throws OpeningIncomplete, ConfirmationNeeded, NotFound for others than admins, Unauthenticated
 */
export async function openStudio(ctx: Ctx): Promise<Opening> {
  await requireConfirmedStaff(ctx);
  const opening = await readOpening(ctx);
  if (opening.isOpen) return opening;
  const missing = missingOf(opening);
  if (missing.length > 0) throw new OpeningIncomplete(missing);
  // A provider that doesn't answer now keeps no one from opening.
  if ((await ctx.ports.gateways.checkKeys())?.state === "refused") throw new OpeningIncomplete(["payments"]);
  await ctx.transact(async (tx) => {
    if (await markOpen(tx)) await recordAuditEntry(tx, { action: "site.opened", subject: "studio" });
  });
  await ctx.refreshStudio();
  return readOpening(ctx);
}
