import type { Ctx, Tx } from "../../../ctx.ts";
import { levels } from "../../../../contract/class-attributes.ts";
import { BadInput, NotFound } from "../../../platform/errors.ts";
import { inEnglish, msg } from "../../../platform/i18n/messages.ts";
import { isUuid } from "../../../platform/uuid.ts";
import type { AccessType } from "../../billing/index.ts";
import { recordAuditEntry } from "../../identity/index.ts";
import { maxCategories } from "../editing/attributes.ts";
import { change, changedAttributes, lacksOf, requireEditor } from "../editing/classes.ts";
import type { ClassLack } from "../editing/classes.ts";
import { publishFound, unpublishFound } from "../editing/publication.ts";
import { hasSchedule, readSchedule, scheduleFound, schedulingLackOf } from "../editing/schedule.ts";
import { saveCategories, updateClass } from "../editing/store.ts";
import type { ClassAttributes, ClassSchedule, EditedClass } from "../editing/store.ts";
import { listEditedInstructors } from "../editing/store-library.ts";
import { listCategories } from "../store.ts";
import { listManagedById } from "./store.ts";

/** What an editor can do to many classes. */
export const classActs = [
  "publish",
  "schedule",
  "archive",
  "set_instructor",
  "set_level",
  "set_plan",
  "add_category",
  "remove_category",
] as const;
type ClassActKind = (typeof classActs)[number];

/** Classes of one call. Clients send more of them in several. */
const maxClasses = 100;

/** An act as sent by the client. `to`: a level, the slug of an instructor or a category. */
export interface GivenAct {
  readonly kind: ClassActKind;
  readonly to: string | null;
  readonly accessType: AccessType | null;
  /** In the studio's time zone, to the minute: 2026-03-29T18:00. */
  readonly publishAt: string | null;
}

/** Why an act can't be done to a class. */
export const actRefusals = [
  "video",
  "processing",
  "parts",
  "counts",
  "published",
  "leaves_before",
  "never_published",
  "too_many_categories",
  "deleted",
] as const;
export type ActRefusal = (typeof actRefusals)[number];
function refusalOf(lack: ClassLack): ActRefusal {
  if (lack === "parts" || lack === "counts") return lack;
  return lack === "transcode" ? "processing" : "video";
}

/** What an act does, or would do, to classes. */
export interface ActResult {
  readonly changed: number;
  /** They are as the act wants them. */
  readonly unchanged: number;
  readonly refused: readonly { readonly id: string; readonly title: string; readonly reason: ActRefusal }[];
}

/** An act on one class: whether it changes it, and how. */
interface Act {
  outcomeOf(found: EditedClass): "change" | "same" | ActRefusal;
  run(tx: Tx, found: EditedClass): Promise<void>;
}

const publish: Act = {
  outcomeOf: (found) => {
    const [lack] = lacksOf(found);
    if (found.publishedAt) return "same";
    return lack ? refusalOf(lack) : "change";
  },
  run: publishFound,
};
const archive: Act = {
  outcomeOf: (found) => {
    if (found.firstPublishedAt === null) return "never_published";
    return found.publishedAt || found.publishAt ? "change" : "same";
  },
  run: unpublishFound,
};

/** The date of release; when the class leaves stays. */
function scheduling({ publishAt }: ClassSchedule): Act {
  const scheduleOf = ({ leavesAt }: EditedClass) => ({ publishAt, leavesAt });
  return {
    outcomeOf: (found) => {
      if (found.publishedAt) return "published";
      if (found.leavesAt && publishAt && found.leavesAt <= publishAt) return "leaves_before";
      const lack = schedulingLackOf(found);
      if (lack) return refusalOf(lack);
      return hasSchedule(found, scheduleOf(found)) ? "same" : "change";
    },
    run: (tx, found) => scheduleFound(tx, found, scheduleOf(found)),
  };
}

/** A change of attributes. The revision advances, so that an open editor learns of it. */
function setting(attributes: Partial<ClassAttributes>): Act {
  return {
    outcomeOf: (found) =>
      Object.keys(changedAttributes(found, { ...found, ...attributes })).length === 0 ? "same" : "change",
    run: async (tx, found) => {
      const changed = { ...found, ...attributes };
      await updateClass(tx.db, changed);
      await recordAuditEntry(tx, {
        action: "catalog.class_changed",
        subject: `class:${found.id}`,
        details: { before: changedAttributes(found, changed), after: changedAttributes(changed, found) },
      });
    },
  };
}

function categorizing(slug: string, isAdded: boolean): Act {
  const withIt = ({ categories }: EditedClass) =>
    isAdded ? [...categories, slug] : categories.filter((one) => one !== slug);
  return {
    outcomeOf: (found) => {
      if (found.categories.includes(slug) === isAdded) return "same";
      return withIt(found).length > maxCategories ? "too_many_categories" : "change";
    },
    run: async (tx, found) => {
      const categories = withIt(found);
      await updateClass(tx.db, found);
      await saveCategories(tx.db, found.id, categories);
      await recordAuditEntry(tx, {
        action: "catalog.class_changed",
        subject: `class:${found.id}`,
        details: { before: { categories: found.categories }, after: { categories } },
      });
    },
  };
}

/** @throws BadInput */
async function readAct(ctx: Ctx, { kind, to, accessType, publishAt }: GivenAct): Promise<Act> {
  if (kind === "publish") return publish;
  if (kind === "archive") return archive;
  if (kind === "schedule") {
    if (!publishAt) throw new BadInput("publishAt", msg("Choose a day and a time."));
    return scheduling(readSchedule(ctx, { publishAt, leavesAt: null }));
  }
  if (kind === "set_plan") {
    if (!accessType) throw new BadInput("accessType", inEnglish("Name an access type."));
    return setting({ accessType });
  }
  if (kind === "set_level") {
    const level = levels.find((one) => one === to);
    if (!level) throw new BadInput("to", inEnglish(`Use one of: ${levels.join(", ")}.`));
    return setting({ level });
  }
  if (kind === "set_instructor") {
    const [instructor] = to ? await listEditedInstructors(ctx.db, to) : [];
    if (!instructor) throw new BadInput("to", inEnglish("Unknown instructor."));
    return setting({ instructor: instructor.slug });
  }
  const [category] = to
    ? await listCategories(ctx.db, {
        slugs: [to],
        section: null,
        goals: null,
        following: null,
        personId: null,
      })
    : [];
  if (!category) throw new BadInput("to", inEnglish("Unknown category."));
  return categorizing(category.slug, kind === "add_category");
}

/** @throws BadInput */
function readIds(given: readonly string[]): string[] {
  const ids = [...new Set(given.map((id) => id.toLowerCase()))];
  if (ids.length > maxClasses || !ids.every(isUuid))
    throw new BadInput("ids", inEnglish(`Send up to ${maxClasses} ids.`));
  return ids;
}

/** What an act would do to classes. For editors. @throws BadInput, NotFound, Unauthenticated */
export async function previewAct(ctx: Ctx, given: readonly string[], what: GivenAct): Promise<ActResult> {
  requireEditor(ctx);
  const ids = readIds(given);
  const act = await readAct(ctx, what);
  const found = new Map((await listManagedById(ctx.db, ids)).map((one) => [one.id, one]));
  return resultOf(
    ids.map((id) => {
      const one = found.get(id);
      return { id, title: one?.title ?? "", outcome: one ? act.outcomeOf(one) : "deleted" };
    }),
  );
}

/**
 * Does an act to classes, each in a transaction of its own, so that one that can't be changed keeps no other back. What a repeated
 * call finds done, it leaves alone. For editors.
 * @throws BadInput, NotFound, Unauthenticated
 */
export async function actOnClasses(ctx: Ctx, given: readonly string[], what: GivenAct): Promise<ActResult> {
  requireEditor(ctx);
  const ids = readIds(given);
  const act = await readAct(ctx, what);
  const done: Outcome[] = [];
  // One after another: they share locks of instructors, categories and songs.
  for (const id of ids) {
    // oxlint-disable-next-line no-await-in-loop -- see above
    done.push(await actOn(ctx, id, act));
  }
  return resultOf(done);
}

type Outcome = {
  readonly id: string;
  readonly title: string;
  readonly outcome: ReturnType<Act["outcomeOf"]>;
};

async function actOn(ctx: Ctx, id: string, act: Act): Promise<Outcome> {
  let done: Outcome = { id, title: "", outcome: "deleted" };
  try {
    await change(ctx, id, async (tx, found) => {
      const outcome = act.outcomeOf(found);
      if (outcome === "change") await act.run(tx, found);
      done = { id, title: found.title, outcome };
    });
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
  }
  return done;
}

function resultOf(outcomes: readonly Outcome[]): ActResult {
  const refused = [];
  for (const { id, title, outcome } of outcomes)
    if (outcome !== "change" && outcome !== "same") refused.push({ id, title, reason: outcome });
  return {
    changed: outcomes.filter(({ outcome }) => outcome === "change").length,
    unchanged: outcomes.filter(({ outcome }) => outcome === "same").length,
    refused,
  };
}
