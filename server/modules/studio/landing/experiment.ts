import { isDeepStrictEqual } from "node:util";
import type { Ctx } from "../../../ctx.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { ChangedMeanwhile } from "../../../platform/errors.ts";
import { readLine, readText } from "../../../platform/text.ts";
import { defineSubject, emptyValue, variantOf } from "../../growth/index.ts";
import type { ShownExperiment, VariantValue } from "../../growth/index.ts";
import { recordAuditEntry } from "../../identity/index.ts";
import { limits, storedPage, summaryOf } from "./blocks.ts";
import type { LandingPage } from "./blocks.ts";
import { findLandingRow, findPublishedLanding, replaceDocuments } from "./store.ts";

/** Heading and text at the top of the page. */
const heroOf = ({ blocks: [hero] }: LandingPage): VariantValue | null =>
  hero ? { ...emptyValue, title: hero.title, text: hero.text } : null;

function withHero(page: LandingPage, { title, text }: VariantValue): LandingPage {
  const [hero, ...others] = page.blocks;
  if (!hero) return page;
  return { ...page, blocks: [{ ...hero, title: title ?? hero.title, text: text ?? hero.text }, ...others] };
}

defineSubject({
  subject: "landing_hero",
  unavailable: msg("Publish the landing page first."),
  control: async ({ db }) => {
    const published = await findPublishedLanding(db);
    return published && heroOf(storedPage.parse(published));
  },
  read: (_at, { title, text }) => ({
    ...emptyValue,
    title: readLine(title ?? "", "value.title", limits.title),
    text: readText(text ?? "", "value.text", limits.text),
  }),
  apply: async (tx, value, control) => {
    const row = await findLandingRow(tx.db);
    const [draft, published] = [
      storedPage.parse(row.draft),
      row.published && storedPage.parse(row.published),
    ];
    // What an editor has written since, and not published, stays theirs.
    const isEdited = !keepsHero(draft, published)(control);
    const [nextDraft, nextPublished] = [
      isEdited ? draft : withHero(draft, value),
      published && withHero(published, value),
    ];
    const documents = {
      draft: JSON.stringify(nextDraft),
      published: nextPublished && JSON.stringify(nextPublished),
    };
    if (!(await replaceDocuments(tx.db, { version: row.version, ...documents })))
      throw new ChangedMeanwhile();
    await recordAuditEntry(tx, {
      action: published ? "studio.landing_published" : "studio.landing_saved",
      subject: "studio",
      details: { before: summaryOf(published ?? draft), after: summaryOf(nextPublished ?? nextDraft) },
    });
  },
});

/**
 * Whether the top of a page is the control of an experiment.
 * @param published what visitors see, which is the control where the experiment doesn't know it
 */
export const keepsHero =
  (page: LandingPage, published: LandingPage | null) =>
  (control: VariantValue | null): boolean =>
    isDeepStrictEqual(heroOf(page), control ?? (published && heroOf(published)));

/**
 * The page with the viewer's variant of its top. Variant B isn't translated, so readers who get a translation of the control don't
 * take part.
 * @param page in the reader's language
 * @param written as the studio wrote it
 */
export async function variedPage(
  ctx: Ctx,
  page: LandingPage,
  written: LandingPage,
): Promise<{ readonly page: LandingPage; readonly experiment: ShownExperiment | null }> {
  const [shownHero, writtenHero] = [heroOf(page), heroOf(written)];
  const isTranslated = shownHero?.title !== writtenHero?.title || shownHero?.text !== writtenHero?.text;
  const found = isTranslated ? null : await variantOf(ctx, "landing_hero");
  if (!found) return { page, experiment: null };
  const isB = found.shown.variant === "variant-b" && found.value;
  return { page: isB ? withHero(page, found.value) : page, experiment: found.shown };
}
