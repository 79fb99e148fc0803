import type { Ctx, Tx } from "../../../ctx.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { ChangedMeanwhile } from "../../../platform/errors.ts";
import { readLine, readText } from "../../../platform/text.ts";
import { defineSubject, emptyValue, variantOf } from "../../growth/index.ts";
import type { ShownExperiment, VariantValue } from "../../growth/index.ts";
import { limits, storedPage } from "./blocks.ts";
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
  control: async (ctx) => {
    const published = await findPublishedLanding(ctx.db);
    return published && heroOf(storedPage.parse(published));
  },
  read: (_ctx, { title, text }) => ({
    ...emptyValue,
    title: readLine(title ?? "", "value.title", limits.title),
    text: readText(text ?? "", "value.text", limits.text),
  }),
  apply: async (tx: Tx, value) => {
    const { version, draft, published } = await findLandingRow(tx.db);
    const apply = (document: object) => JSON.stringify(withHero(storedPage.parse(document), value));
    const documents = { draft: apply(draft), published: published && apply(published) };
    if (!(await replaceDocuments(tx.db, { version, ...documents }))) throw new ChangedMeanwhile();
  },
});

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
