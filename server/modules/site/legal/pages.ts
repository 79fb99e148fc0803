import { dayIn } from "../../../../contract/formats/time-zones.ts";
import { legalLocale, legalVersionAt } from "../../../../contract/legal-pages.ts";
import type { LegalPageKind } from "../../../../contract/legal-pages.ts";
import { nestsTooDeep } from "../../../../contract/markdown.ts";
import { isLocale } from "../../../../contract/locales.ts";
import type { Ctx, Tx } from "../../../ctx.ts";
import { BadInput, ChangedMeanwhile, NotFound } from "../../../platform/errors.ts";
import { readText } from "../../../platform/text.ts";
import { recordAuditEntry, requireConfirmedStaff, requireStaff } from "../../identity/index.ts";
import { settingsTopic } from "../cache.ts";
import {
  announceLegalVersion,
  countStudioChange,
  deleteLegalVersion,
  findLegalText,
  insertLegalTranslation,
  insertLegalVersion,
  listLegalVersions,
} from "./store.ts";
import type { LegalVersion } from "./store.ts";
import { msg } from "../../../platform/i18n/messages.ts";

/** A legal page with its Markdown, in the language `shownLocale`. */
export interface LegalPage extends LegalVersion {
  readonly shownLocale: string;
  readonly text: string;
}

const maxLength = 60_000;
/** What a template leaves to the studio. */
const placeholder = /\[\[[^\]]*\]\]/;

/**
 * A legal page for everyone: the version in force, or the one that someone agreed to or was told of. In the reader's language, else
 * the studio's.
 * @returns null while nothing is published
 * @throws NotFound for a version that doesn't exist, or that isn't in force yet and that no one was told of
 */
export async function legalPage(
  ctx: Ctx,
  kind: LegalPageKind,
  version: number | null,
): Promise<LegalPage | null> {
  const today = dayIn(ctx.clock.now(), ctx.studio.timeZone);
  const found =
    version === null
      ? legalVersionAt(ctx.studio, kind, ctx.clock.now())
      : ctx.studio.legalVersions.find(
          (one) =>
            one.kind === kind &&
            one.version === version &&
            (one.validFrom <= today || one.announcedAt !== null),
        );
  if (!found && version !== null) throw new NotFound("version");
  return found ? withText(ctx, found, legalLocale(found, ctx.locale, ctx.studio.locale)) : null;
}

async function withText(ctx: Ctx, found: LegalVersion, locale: string): Promise<LegalPage> {
  const { kind, version } = found;
  const text = await findLegalText(ctx.db, { kind, version, locale });
  if (text === null) throw new NotFound("version");
  return { ...found, shownLocale: locale, text };
}

/** All versions of the legal pages, those of later days too. For admins. @throws NotFound, Unauthenticated */
export async function legalVersions(ctx: Ctx): Promise<LegalVersion[]> {
  requireStaff(ctx);
  return listLegalVersions(ctx.db);
}

/** A version with its original text, also of a later day; null if there is none. For admins. @throws NotFound, Unauthenticated */
export async function editedLegalPage(
  ctx: Ctx,
  kind: LegalPageKind,
  version: number,
): Promise<LegalPage | null> {
  requireStaff(ctx);
  const found = (await listLegalVersions(ctx.db)).find((one) => one.kind === kind && one.version === version);
  return found ? withText(ctx, found, found.locale) : null;
}

/** @throws BadInput */
function readBody(text: string): string {
  const body = readText(text, "text", maxLength);
  if (body === "") throw new BadInput("text", msg("Enter a text."));
  if (nestsTooDeep(body)) throw new BadInput("text", msg("Quotes and lists are nested too deeply."));
  const open = placeholder.exec(body)?.[0];
  if (open) throw new BadInput("text", msg("Fill in {open} first.", { open }));
  return body;
}

/**
 * Publishes a version of a legal page in the studio's language from a day on, with an audit entry. Published versions never change.
 * @param page.after the newest version that the editor saw; 0 without any
 * @throws BadInput, ChangedMeanwhile, ConfirmationNeeded, NotFound for others than admins, Unauthenticated
 */
export async function publishLegalPage(
  ctx: Ctx,
  page: { kind: LegalPageKind; after: number; text: string; validFrom: string },
): Promise<LegalVersion[]> {
  await requireConfirmedStaff(ctx);
  const body = readBody(page.text);
  const { kind, validFrom } = page;
  const parsed = /^\d{4}-\d\d-\d\d$/.test(validFrom) ? Date.parse(validFrom) : Number.NaN;
  // JavaScript takes February 31 for a day of March.
  const isDay = !Number.isNaN(parsed) && new Date(parsed).toISOString().startsWith(validFrom);
  if (!isDay || validFrom < dayIn(ctx.clock.now(), ctx.studio.timeZone))
    throw new BadInput("validFrom", msg("Choose today or a later day."));
  await ctx.transact(async (tx) => {
    await countStudioChange(tx.db);
    const versions = (await listLegalVersions(tx.db)).filter((one) => one.kind === kind);
    const newest = versions.at(-1)?.version ?? 0;
    // On its day, the scheduled version would replace this newer one.
    const later = versions.find((one) => one.validFrom > validFrom);
    if (newest === page.after && later)
      throw new BadInput(
        "validFrom",
        msg("Version {version} is scheduled for a later day. Choose that day or a later one.", {
          version: later.version,
        }),
      );
    const version = newest + 1;
    const isNew =
      newest === page.after &&
      (await insertLegalVersion(tx.db, {
        kind,
        version,
        locale: tx.studio.locale,
        body,
        validFrom,
        now: tx.clock.now(),
      }));
    if (!isNew) throw new ChangedMeanwhile();
    await recordAuditEntry(tx, {
      action: "site.legal_page_published",
      subject: `legal:${kind}`,
      details: { version, validFrom },
    });
    tx.signal(settingsTopic);
  });
  await ctx.refreshStudio();
  return listLegalVersions(ctx.db);
}

/**
 * Publishes a version of a legal page in a further language, with an audit entry. It never changes either: people may have
 * agreed to it.
 * @throws BadInput, ChangedMeanwhile if the version is translated or gone, ConfirmationNeeded, NotFound, Unauthenticated
 */
export async function translateLegalPage(
  ctx: Ctx,
  page: { kind: LegalPageKind; version: number; locale: string; text: string },
): Promise<LegalVersion[]> {
  await requireConfirmedStaff(ctx);
  const { kind, version, locale } = page;
  if (!isLocale(locale)) throw new BadInput("locale", msg("Choose another language."));
  const body = readBody(page.text);
  await ctx.transact(async (tx) => {
    await countStudioChange(tx.db);
    const isNew = await insertLegalTranslation(tx.db, { kind, version, locale, body, now: tx.clock.now() });
    if (!isNew) throw new ChangedMeanwhile();
    await recordAuditEntry(tx, {
      action: "site.legal_page_translated",
      subject: `legal:${kind}`,
      details: { version, locale },
    });
    tx.signal(settingsTopic);
  });
  await ctx.refreshStudio();
  return listLegalVersions(ctx.db);
}

/**
 * Takes back a version that isn't in force yet, with an audit entry. Idempotent.
 * @throws BadInput for a version that people may have agreed to or were told of, ConfirmationNeeded, NotFound, Unauthenticated
 */
export async function withdrawLegalPage(
  ctx: Ctx,
  page: { kind: LegalPageKind; version: number },
): Promise<LegalVersion[]> {
  await requireConfirmedStaff(ctx);
  await ctx.transact(async (tx) => {
    await countStudioChange(tx.db);
    const all = (await listLegalVersions(tx.db)).filter(({ kind }) => kind === page.kind);
    const found = all.find(({ version }) => version === page.version);
    if (!found) return;
    if (found.validFrom <= dayIn(tx.clock.now(), tx.studio.timeZone))
      throw new BadInput("version", msg("This version is in force. Publish a new one instead."));
    if (found.announcedAt)
      throw new BadInput("version", msg("Members were told of this version. Publish a new one instead."));
    await deleteLegalVersion(tx.db, page);
    await recordAuditEntry(tx, {
      action: "site.legal_page_withdrawn",
      subject: `legal:${page.kind}`,
      details: { version: page.version, validFrom: found.validFrom },
    });
    tx.signal(settingsTopic);
  });
  await ctx.refreshStudio();
  return listLegalVersions(ctx.db);
}

/**
 * Records that members are told of a version, which can't be taken back since, and serves it to everyone. Idempotent. After the
 * commit, the caller refreshes the studio.
 * @throws BadInput for a version that another one replaced, NotFound
 */
export async function announceLegalPage(
  tx: Tx,
  page: { kind: LegalPageKind; version: number },
): Promise<LegalVersion> {
  // Serializes with changes of the legal pages.
  await countStudioChange(tx.db);
  const legalVersions = await listLegalVersions(tx.db);
  const found = legalVersions.find(({ kind, version }) => kind === page.kind && version === page.version);
  if (!found) throw new NotFound("version");
  const now = tx.clock.now();
  const today = dayIn(now, tx.studio.timeZone);
  const day = found.validFrom > today ? found.validFrom : today;
  const replacing = legalVersions.some(
    (one) =>
      one.kind === page.kind &&
      one.version > page.version &&
      one.validFrom >= found.validFrom &&
      one.validFrom <= day,
  );
  if (replacing)
    throw new BadInput("version", msg("A newer version replaces this one. Tell members of that one."));
  await announceLegalVersion(tx.db, { ...page, now });
  tx.signal(settingsTopic);
  return found;
}
