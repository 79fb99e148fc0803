import { permissions } from "../../../../contract/staff.ts";
import type { Ctx, Tx } from "../../../ctx.ts";
import { BadInput, NotFound } from "../../../platform/errors.ts";
import { inEnglish } from "../../../platform/i18n/messages.ts";
import { isUuid } from "../../../platform/uuid.ts";
import {
  createOwnPrice,
  editOwnPrice,
  findOwnPriceUse,
  followTitle,
  listOpenedClasses,
  listOwnOffers,
  putOnSale,
  requireSellsOwnPrices,
} from "../../billing/index.ts";
import type { OwnPriceInput, PlanOffer, PricedTitle } from "../../billing/index.ts";
import {
  findPricedClass,
  lockClass,
  lockClasses,
  refreshSoldApart,
  saveFreeInCourse,
} from "../../catalog/index.ts";
import { requireConfirmedStaff } from "../../identity/index.ts";
import { listFreeFirst, lockCourse } from "../editing/store.ts";
import { findCourseRow, listCoursesOfClass } from "../store.ts";
import type { CourseRow } from "../store.ts";

/** What is priced: a course or a class. */
type Priced = PricedTitle["opens"];

const ofCourse = ({ id, title, classes, publishedAt }: CourseRow): PricedTitle => ({
  opens: { kind: "course", id },
  name: title,
  classIds: classes.map(({ classId }) => classId),
  isSellable: publishedAt !== null,
});

/** @throws NotFound */
async function titleOf({ db }: Pick<Ctx, "db">, { kind, id }: Priced): Promise<PricedTitle> {
  if (kind === "course") {
    const course = isUuid(id) ? await findCourseRow(db, id) : null;
    if (!course) throw new NotFound("course");
    return ofCourse(course);
  }
  const found = isUuid(id) ? await findPricedClass(db, id) : null;
  if (!found) throw new NotFound("class");
  return { opens: { kind, id }, name: found.title, classIds: [id], isSellable: found.isSellable };
}

/**
 * Gives a course or class a price of its own, from today on. For finance.
 * @throws ConfirmationNeeded, NotFound for everyone else and for an unknown course or class, BadInput, PlanExists
 */
export async function setOwnPrice(
  ctx: Ctx,
  opens: Priced,
  given: OwnPriceInput,
): Promise<{ id: string; version: number }> {
  await requireConfirmedStaff(ctx, ...permissions.setPrices);
  if (given.isOnlyWay) requireSellsOwnPrices(ctx);
  return ctx.transact(async (tx) => {
    // What is edited or published at the same moment is followed after this.
    if (isUuid(opens.id)) await (opens.kind === "course" ? lockCourse : lockClass)(tx.db, opens.id);
    const title = await titleOf(tx, opens);
    const plan = await createOwnPrice(tx, title, given);
    await refreshSoldApart(tx.db, title.classIds);
    return plan;
  });
}

/** Gives a course a price to keep, beside plans, unless it has one. For seeds. @param prices minor units by currency */
export async function seedCoursePrice(
  tx: Tx,
  courseId: string,
  prices: Readonly<Record<string, number>>,
): Promise<void> {
  if ((await findOwnPriceUse(tx.db, courseId)).isPriced) return;
  const title = await titleOf(tx, { kind: "course", id: courseId });
  const amounts = Object.entries(prices).map(([currencyCode, amount]) => ({ currencyCode, amount }));
  await putOnSale(tx, title, { days: null, isOnlyWay: false, prices: amounts });
}

/**
 * Offers a course or class alone, or no more, and says whether plans open it as well. Who bought it keeps it. For finance.
 * @param version that the editor saw
 * @throws ConfirmationNeeded, NotFound for everyone else, ChangedMeanwhile, BadInput for the only way in where nothing is sold alone
 */
export async function changeOwnPrice(
  ctx: Ctx,
  id: string,
  version: number,
  sale: { readonly isOffered: boolean; readonly isOnlyWay: boolean },
): Promise<{ id: string; version: number }> {
  await requireConfirmedStaff(ctx, ...permissions.setPrices);
  if (sale.isOffered && sale.isOnlyWay) requireSellsOwnPrices(ctx);
  return ctx.transact(async (tx) => {
    const plan = await editOwnPrice(tx, id, version, sale);
    await refreshSoldApart(tx.db, await listOpenedClasses(tx.db, plan.opens.id));
    return plan;
  });
}

/** Notes which of these classes a published course begins with for free, so that they aren’t sold alone. */
async function refreshFreeFirst({ db }: Tx, classIds: readonly string[]): Promise<void> {
  await lockClasses(db, classIds);
  await saveFreeInCourse(db, { classIds, freeIds: await listFreeFirst(db, classIds) });
}

/**
 * Lets the prices of a course follow its title, its classes, and whether it is published, and which class it gives away.
 * @param formerIds classes that it had before
 */
export async function followCourse(
  tx: Tx,
  courseId: string,
  formerIds: readonly string[] = [],
): Promise<void> {
  const course = await findCourseRow(tx.db, courseId);
  if (!course) return;
  const before = await listOpenedClasses(tx.db, courseId);
  const title = ofCourse(course);
  await refreshFreeFirst(tx, [...formerIds, ...title.classIds]);
  if (await followTitle(tx, title))
    await refreshSoldApart(tx.db, [...new Set([...before, ...title.classIds])]);
}

/** Lets the courses of a class follow that it entered the library, or left it. */
export async function followClass(ctx: Ctx, classId: string): Promise<void> {
  for (const { id } of await listCoursesOfClass(ctx.db, classId))
    await ctx.transact(async (tx) => {
      if (await lockCourse(tx.db, id)) await followCourse(tx, id);
    });
}

/** Whether anyone ever bought a course alone. */
export const wasBought = async ({ db }: Pick<Ctx, "db">, courseId: string): Promise<boolean> =>
  (await findOwnPriceUse(db, courseId)).isBought;

/** A price of a course or class, as offered to the viewer. */
export interface OwnOffer {
  readonly plan: PlanOffer;
  /** The course that it opens; null for the class alone. */
  readonly course: CourseRow | null;
}

/**
 * What the viewer can buy to open a course, or a class: the class alone, and the published courses that it is in.
 * @param of either a course or a class, by id
 * @throws BadInput
 */
export async function ownOffers(
  ctx: Ctx,
  {
    courseId,
    classId,
    countryCode,
  }: { courseId: string | null; classId: string | null; countryCode: string | null },
): Promise<OwnOffer[]> {
  if ((courseId === null) === (classId === null))
    throw new BadInput("courseId", inEnglish("Name a course or a class."));
  const id = courseId ?? classId!;
  // A child buys nothing.
  if (!isUuid(id) || ctx.viewer?.isChild) return [];
  const courses =
    courseId === null ? await listCoursesOfClass(ctx.db, id) : [await findCourseRow(ctx.db, id)];
  const shown = courses.filter((course) => course?.publishedAt != null) as CourseRow[];
  const ids = [...(classId === null ? [] : [classId]), ...shown.map((course) => course.id)];
  return (await listOwnOffers(ctx, ids, countryCode)).map((plan) => ({
    plan,
    course: shown.find((course) => course.id === plan.opens?.id) ?? null,
  }));
}
