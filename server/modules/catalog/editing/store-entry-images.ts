import { sql } from "kysely";
import { statementByShape } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { entryTables } from "../aliases.ts";

/** What has an own image. */
export const imagedKinds = ["style", "category", "instructor"] as const;
export type ImagedKind = (typeof imagedKinds)[number];

/** The own image of one of them; nulls without one. */
export interface OwnImage {
  /** In the sizes of the catalog, below /pictures/, without size and suffix. */
  readonly picture: string | null;
  /** Uncropped, below /pictures/. */
  readonly poster: string | null;
  /** Which place of it stays in every crop, percent. */
  readonly posterX: number;
  readonly posterY: number;
}

const columns = sql`id::text, picture, poster, poster_x as "posterX", poster_y as "posterY"`;

type Imaged = OwnImage & { readonly id: string };
const selectOne = statementByShape<ImagedKind, { slug: string }, Imaged>(
  "catalog.find_own_image",
  (kind, p) => sql`select ${columns} from ${entryTables[kind]} where slug = ${p.slug}`,
);
const lockOne = statementByShape<ImagedKind, { slug: string }, Imaged>(
  "catalog.lock_own_image",
  (kind, p) => sql`select ${columns} from ${entryTables[kind]} where slug = ${p.slug} for update`,
);
const update = statementByShape<ImagedKind, OwnImage & { slug: string }, never>(
  "catalog.save_own_image",
  (kind, p) => sql`
    update ${entryTables[kind]} set picture = ${p.picture}::text, poster = ${p.poster}::text, poster_x = ${p.posterX}::int,
      poster_y = ${p.posterY}::int
    where slug = ${p.slug}`,
);

/** Null if there is none of the slug. */
export const findOwnImage = (db: Db, kind: ImagedKind, slug: string): Promise<Imaged | null> =>
  db.maybe(selectOne(kind), { slug });
/** Locks it until the transaction ends. */
export const lockOwnImage = (db: Db, kind: ImagedKind, slug: string): Promise<Imaged | null> =>
  db.maybe(lockOne(kind), { slug });
export const saveOwnImage = async (
  db: Db,
  kind: ImagedKind,
  image: OwnImage & { readonly slug: string },
): Promise<void> => {
  await db.change(update(kind), image);
};
