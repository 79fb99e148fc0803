import { permissions } from "../../../contract/staff.ts";
import type { Ctx } from "../../ctx.ts";
import { Forbidden, NotFound } from "../../platform/errors.ts";
import { refuseLapsedStaff, requireViewer } from "../identity/index.ts";
import { pageOfClasses } from "./class-pages.ts";
import type { ClassPage } from "./class-pages.ts";
import { findClass } from "./classes.ts";
import { instructorSlugLoader } from "./library.ts";
import type { ClassRow, Depth } from "./store-classes.ts";

/** Classes that the viewer may manage: all for an editor, their own for an instructor; null for neither. */
export async function instructorScope(ctx: Ctx): Promise<{ readonly instructor: string | undefined } | null> {
  const { viewer } = ctx;
  if (!viewer || viewer.isChild) return null;
  if (viewer.role === "editor" || viewer.role === "admin") return { instructor: undefined };
  const instructor = await instructorSlugLoader(ctx).load(viewer.accountId);
  return instructor === null ? null : { instructor };
}

/** Whether the viewer may manage a class. */
export async function isInstructor(ctx: Ctx, found: ClassRow): Promise<boolean> {
  const scope = await instructorScope(ctx);
  return scope !== null && (scope.instructor ?? found.instructorSlug) === found.instructorSlug;
}

/** A class, for its instructor and the studio's editors. @throws NotFound for anyone else, Unauthenticated */
export async function findInstructorClass(ctx: Ctx, classId: string): Promise<ClassRow> {
  if (requireViewer(ctx).isChild) throw new Forbidden();
  refuseLapsedStaff(ctx, ...permissions.draftClasses);
  const scope = await instructorScope(ctx);
  const found = scope && (await findClass(ctx, classId, "whole"));
  if (!found || !(await isInstructor(ctx, found))) throw new NotFound("class");
  return found;
}

/**
 * Classes that the viewer may manage, newest first.
 * @throws NotFound for neither editor nor instructor, BadInput, Unauthenticated
 */
export async function instructorClasses(
  ctx: Ctx,
  request: { first: number | null; after: string | null; search: string | undefined; depth: Depth },
): Promise<ClassPage> {
  requireViewer(ctx);
  refuseLapsedStaff(ctx, ...permissions.draftClasses);
  const scope = await instructorScope(ctx);
  if (!scope) throw new NotFound("page");
  const { search, ...page } = request;
  return pageOfClasses(ctx, {
    ...page,
    filters: { search, instructor: scope.instructor },
    sort: "newest",
    wantsTotal: false,
  });
}
