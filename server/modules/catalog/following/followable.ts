import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Ctx } from "../../../ctx.ts";
import { translated } from "../../site/index.ts";
import { styleName } from "../translations.ts";

/** What people follow in the library. */
export const followKinds = ["instructor", "style", "category", "course"] as const;
export type FollowKind = (typeof followKinds)[number];

/** One of a kind, such as an instructor. */
export interface FollowableRow {
  /** Of its row, as text. */
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

/** How follows of a kind are stored, and which classes belong to it. */
export interface Followable {
  /** Its follows: person_id, `key` and followed_at. */
  readonly follows: RawBuilder<unknown>;
  /** The column of `follows` with the id of the followed one. */
  readonly key: RawBuilder<unknown>;
  /** Those that can be followed: id, slug and name. */
  readonly rows: RawBuilder<unknown>;
  /** The same with those that could be followed before, where there are such. They can be unfollowed. */
  readonly formerRows?: RawBuilder<unknown>;
  /** A query over the ids of those that classes belong to, as a column `id`. */
  idsOfClasses(classIds: unknown): RawBuilder<unknown>;
  /** Its name in the reader's language. */
  nameOf(ctx: Ctx, row: FollowableRow): string;
}

const declared = new Map<FollowKind, Followable>();

/** Declares how a kind is followed. Call it at module scope: statements are compiled on first use. */
export function defineFollowable(kind: FollowKind, followable: Followable): void {
  declared.set(kind, followable);
}

/** @throws if the kind's module isn't loaded */
export function followableOf(kind: FollowKind): Followable {
  const found = declared.get(kind);
  if (!found) throw new Error(`No module declares how to follow a ${kind}.`);
  return found;
}

/** Every kind with how it is followed. */
export const followables = (): (readonly [FollowKind, Followable])[] =>
  followKinds.map((kind) => [kind, followableOf(kind)] as const);

defineFollowable("instructor", {
  follows: sql`catalog.followed_instructors`,
  key: sql`instructor_id`,
  rows: sql`catalog.instructors`,
  idsOfClasses: (classIds) =>
    sql`select taught.instructor_id as id from catalog.classes as taught where taught.id = any(${classIds}::uuid[])`,
  nameOf: (_ctx, { name }) => name,
});
defineFollowable("style", {
  follows: sql`catalog.followed_styles`,
  key: sql`style_id`,
  rows: sql`catalog.styles`,
  idsOfClasses: (classIds) =>
    sql`select danced.style_id as id from catalog.classes as danced where danced.id = any(${classIds}::uuid[])`,
  nameOf: (ctx, { slug, name }) => styleName(ctx, slug, name),
});
defineFollowable("category", {
  follows: sql`catalog.followed_categories`,
  key: sql`category_id`,
  rows: sql`catalog.categories`,
  idsOfClasses: (classIds) =>
    sql`select category_id as id from catalog.class_categories where class_id = any(${classIds}::uuid[])`,
  nameOf: (ctx, { slug, name }) => translated(ctx, "category", slug, "name", name),
});
