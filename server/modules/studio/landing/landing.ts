import type { Ctx, Viewer } from "../../../ctx.ts";
import { BadInput, ChangedMeanwhile } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { defineMemo } from "../../../platform/loader.ts";
import { isForSale, listOffers } from "../../billing/index.ts";
import type { PlanOffer } from "../../billing/index.ts";
import { classLoader, instructorLoader, isHidden, thumbnailUrl } from "../../catalog/index.ts";
import type { ClassRow, InstructorRow } from "../../catalog/index.ts";
import { courseById, visibleClasses } from "../../courses/index.ts";
import type { CourseRow } from "../../courses/index.ts";
import { requireUnvaried } from "../../growth/index.ts";
import type { ShownExperiment } from "../../growth/index.ts";
import { recordAuditEntry, requireConfirmedStaff, requireStaff } from "../../identity/index.ts";
import { practiceSummaries } from "../../practice/index.ts";
import { defineTranslated, keepTranslations, translated } from "../../site/index.ts";
import { limits, parseDraft, requireComplete, storedPage, summaryOf } from "./blocks.ts";
import type { LandingBlock, LandingInput, LandingPage } from "./blocks.ts";
import { keepsHero, variedPage } from "./experiment.ts";
import { findLandingRow, findPublishedLanding, publishRow, updateDraft, withdrawRow } from "./store.ts";
import type { LandingRow } from "./store.ts";

/** The draft with what its editor needs. */
export interface EditedLanding {
  /** Send it back with a change. */
  readonly version: number;
  readonly savedAt: Date | null;
  /** Null while visitors begin at the home page. */
  readonly publishedAt: Date | null;
  /** Whether visitors see something else than the draft. */
  readonly isChanged: boolean;
  readonly page: LandingPage;
}

/** The subject of the page's own texts among its translations; those of blocks and items are their ids. */
const pageSubject = "page";

defineTranslated({
  kind: "landing",
  fields: { title: { max: limits.itemTitle }, text: { max: limits.text, isLong: true } },
  list: async (ctx, subject) => {
    const { draft } = await findLandingRow(ctx.db);
    const all = textsOf(storedPage.parse(draft));
    return subject === null ? all : all.filter((one) => one.subject === subject);
  },
});

/** Everything of a page that is translated. Names of members aren't. */
function textsOf({ title, description, blocks }: LandingPage) {
  return [
    { subject: pageSubject, texts: { title, text: description } },
    ...blocks.flatMap((block) => [
      { subject: block.id, texts: { title: block.title, text: block.text } },
      ...block.items.map((item) => ({
        subject: item.id,
        texts: { title: block.kind === "quotes" ? "" : item.title, text: item.text },
      })),
    ]),
  ].filter(({ texts }) => texts.title !== "" || texts.text !== "");
}

/** A page with its texts in the reader's language. */
function inLanguage(ctx: Ctx, page: LandingPage): LandingPage {
  const read = (subject: string, field: "title" | "text", text: string): string =>
    text && translated(ctx, "landing", subject, field, text);
  return {
    title: read(pageSubject, "title", page.title),
    description: read(pageSubject, "text", page.description),
    blocks: page.blocks.map((block) => ({
      ...block,
      title: read(block.id, "title", block.title),
      text: read(block.id, "text", block.text),
      items: block.items.map((item) => ({
        ...item,
        title: block.kind === "quotes" ? item.title : read(item.id, "title", item.title),
        text: read(item.id, "text", item.text),
      })),
    })),
  };
}

/** Classes of a block that the viewer may see, in its order. */
export async function classesOfBlock(ctx: Ctx, { classIds }: LandingBlock): Promise<ClassRow[]> {
  const rows = await Promise.all(classIds.map((id) => classLoader(ctx).load(id)));
  return rows.filter((row): row is ClassRow => row !== null && !isHidden(ctx, row));
}

/** The course of a block; null unless it is published and has a class. */
export async function courseOfBlock(ctx: Ctx, { courseId }: LandingBlock): Promise<CourseRow | null> {
  const found = courseId === null ? null : await courseById(ctx, courseId);
  return found?.publishedAt && (await visibleClasses(ctx, found)).length > 0 ? found : null;
}

/** Instructors of a block, in its order. */
export async function instructorsOfBlock(ctx: Ctx, { instructors }: LandingBlock): Promise<InstructorRow[]> {
  const rows = await Promise.all(instructors.map((slug) => instructorLoader(ctx).load(slug)));
  return rows.filter((row) => row !== null);
}

const offers = defineMemo<Promise<PlanOffer[]>>(async (ctx) =>
  isForSale(ctx) ? listOffers(ctx, "plans", { provider: null, countryCode: null, accessType: null }) : [],
);

/** What can be bought, for the block of prices; nothing before the opening, and without a payment provider. */
export const plansOfBlock = (ctx: Ctx, { kind }: LandingBlock): Promise<PlanOffer[]> =>
  kind === "prices" ? offers(ctx) : Promise.resolve([]);

/** Whether a block has anything to show. A class may have left the library since. */
async function isShown(ctx: Ctx, block: LandingBlock): Promise<boolean> {
  const counts: Record<LandingBlock["kind"], () => Promise<number> | number> = {
    hero: () => 1,
    text: () => block.title.length + block.text.length,
    classes: async () => (await classesOfBlock(ctx, block)).length,
    course: async () => ((await courseOfBlock(ctx, block)) ? 1 : 0),
    instructors: async () => (await instructorsOfBlock(ctx, block)).length,
    prices: async () => (await plansOfBlock(ctx, block)).length,
    questions: () => block.items.length,
    quotes: () => block.items.length,
  };
  return (await counts[block.kind]()) > 0;
}

/** A page as visitors see it: in their language, without blocks that have nothing to show. */
async function shownPage(ctx: Ctx, document: object): Promise<LandingPage> {
  const page = inLanguage(ctx, storedPage.parse(document));
  const shown = await Promise.all(page.blocks.map((block) => isShown(ctx, block)));
  return { ...page, blocks: page.blocks.filter((_, index) => shown[index]) };
}

/** The landing page as published; null while none is. */
async function publishedPage(ctx: Ctx): Promise<LandingPage | null> {
  const published = await findPublishedLanding(ctx.db);
  return published && shownPage(ctx, published);
}

/** A landing page, and the experiment that it is part of for the viewer. */
export interface VariedLanding {
  readonly page: LandingPage;
  readonly experiment: ShownExperiment | null;
}

/** The landing page with the viewer's variant of it; null while none is published. */
export async function landingPage(ctx: Ctx): Promise<VariedLanding | null> {
  const published = await findPublishedLanding(ctx.db);
  return published && variedPage(ctx, await shownPage(ctx, published), storedPage.parse(published));
}

/** The draft as visitors would see it, for admins. @throws NotFound, SecondStepRequired, Unauthenticated */
export async function landingDraft(ctx: Ctx): Promise<VariedLanding> {
  requireStaff(ctx);
  return { page: await shownPage(ctx, (await findLandingRow(ctx.db)).draft), experiment: null };
}

/**
 * Whether a request for `/` begins at the landing page: a visitor without an account who never danced, once a page is
 * published and the studio is open. Everyone else begins at the home page.
 */
export async function beginsAtLanding(ctx: Ctx, viewer: Viewer | null): Promise<boolean> {
  if (!ctx.studio.isOpen || (viewer && !viewer.isAnonymous)) return false;
  if ((await findPublishedLanding(ctx.db)) === null) return false;
  return viewer === null || (await practiceSummaries(ctx, [viewer.personId])).length === 0;
}

/** What search engines and link previews say of the landing page; null while none is published. */
export async function landingMeta(ctx: Ctx) {
  const page = await publishedPage(ctx);
  if (!page) return null;
  const [hero] = page.blocks;
  const [first] = hero ? await classesOfBlock(ctx, hero) : [];
  const imageUrl = first ? thumbnailUrl(ctx, first.picture) : null;
  return {
    title: page.title || ctx.studio.name,
    description: page.description || (ctx.studio.about?.slice(0, limits.pageDescription) ?? ""),
    imageUrl,
    // As wide as in `web/features/site/landing/`.
    ...(imageUrl ? { firstImage: { url: imageUrl, sizes: "100vw" } } : {}),
  };
}

const editedOf = ({ version, savedAt, publishedAt, draft, published }: LandingRow): EditedLanding => {
  const page = storedPage.parse(draft);
  const isSame = published && JSON.stringify(storedPage.parse(published)) === JSON.stringify(page);
  return { version, savedAt, publishedAt, isChanged: !isSame, page };
};

/** The draft for its editor, an admin. @throws NotFound, SecondStepRequired, Unauthenticated */
export async function editedLanding(ctx: Ctx): Promise<EditedLanding> {
  requireStaff(ctx);
  return editedOf(await findLandingRow(ctx.db));
}

/**
 * Saves the draft, which may be incomplete, with an audit entry of what changed. For admins.
 * @param change.version that of the draft that was edited
 * @throws BadInput by field, ChangedMeanwhile, NotFound, SecondStepRequired, Unauthenticated
 */
export async function saveLanding(
  ctx: Ctx,
  { version, input }: { readonly version: number; readonly input: LandingInput },
): Promise<EditedLanding> {
  requireStaff(ctx);
  const after = parseDraft(input);
  await ctx.transact(async (tx) => {
    const before = storedPage.parse((await findLandingRow(tx.db)).draft);
    if (!(await updateDraft(tx.db, { version, draft: JSON.stringify(after), now: tx.clock.now() })))
      throw new ChangedMeanwhile();
    await recordAuditEntry(tx, {
      action: "studio.landing_saved",
      subject: "studio",
      details: { before: summaryOf(before), after: summaryOf(after) },
    });
  });
  return editedLanding(ctx);
}

/**
 * Shows visitors the draft. For admins.
 * @throws BadInput naming the field that is missing, ChangedMeanwhile, ConfirmationNeeded, NotFound, SubjectVaried for another hero
 *   while an experiment compares it, Unauthenticated
 */
export async function publishLanding(ctx: Ctx, version: number): Promise<EditedLanding> {
  await requireConfirmedStaff(ctx);
  const { draft } = await findLandingRow(ctx.db);
  const page = storedPage.parse(draft);
  requireComplete(page);
  await requireShown(ctx, page);
  await ctx.transact(async (tx) => {
    const { published } = await findLandingRow(tx.db);
    const before = published && storedPage.parse(published);
    await requireUnvaried(tx, "landing_hero", keepsHero(page, before));
    if (!(await publishRow(tx.db, { version, now: tx.clock.now() }))) throw new ChangedMeanwhile();
    await keepTranslations(
      tx,
      "landing",
      textsOf(page).map(({ subject }) => subject),
    );
    await recordAuditEntry(tx, {
      action: "studio.landing_published",
      subject: "studio",
      details: { before: before ? summaryOf(before) : {}, after: summaryOf(page) },
    });
  });
  return editedLanding(ctx);
}

/**
 * Takes the page offline: visitors begin at the home page again. The draft stays. For admins.
 * @throws ChangedMeanwhile, ConfirmationNeeded, NotFound, SecondStepRequired, Unauthenticated
 */
export async function withdrawLanding(ctx: Ctx, version: number): Promise<EditedLanding> {
  await requireConfirmedStaff(ctx);
  await ctx.transact(async (tx) => {
    if (!(await withdrawRow(tx.db, version))) throw new ChangedMeanwhile();
    await recordAuditEntry(tx, { action: "studio.landing_withdrawn", subject: "studio" });
  });
  return editedLanding(ctx);
}

/** Checks that visitors can open what the page refers to. @throws BadInput naming the field */
async function requireShown(ctx: Ctx, { blocks }: LandingPage): Promise<void> {
  for (const [index, block] of blocks.entries()) {
    const at = `blocks.${index}`;
    if (block.kind === "hero") {
      const [first] = await classesOfBlock(ctx, block);
      // Visitors begin with this class: a press on "Start dancing" must play it.
      if (first?.accessRank !== 0)
        throw new BadInput(`${at}.classIds`, msg("Choose a free class of the library."));
    } else if (block.kind !== "prices" && !(await isShown(ctx, block))) {
      const field = { classes: "classIds", course: "courseId", instructors: "instructors" } as const;
      throw new BadInput(
        `${at}.${field[block.kind as keyof typeof field] ?? "items"}`,
        msg("Visitors can’t see this. Choose something of the library."),
      );
    }
  }
}
