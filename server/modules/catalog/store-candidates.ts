import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { currentSlugSql } from "./aliases.ts";
import { mayPlaySql, suitsChildrenSql } from "./store-classes.ts";

/** A published class with the features that a plan scores. */
export interface PlanCandidate {
  readonly classId: string;
  /** 0 absolute beginner to 3 advanced. */
  readonly levelRank: number;
  readonly type: string;
  /** Whether it stands in the section for families. */
  readonly isForFamilies: boolean;
  readonly styleId: number;
  readonly instructorId: string;
  readonly durationMs: number;
  readonly energy: "gentle" | "steady" | "high";
  /** 0 on the spot, 1 a few steps, 2 the whole room. */
  readonly spaceRank: number;
  readonly usesFloor: boolean;
  readonly isExplicit: boolean;
  readonly publishedAt: Date;
  /** Slugs of the goals that its categories serve. */
  readonly goals: readonly string[];
  /** One of its categories that the profile follows. */
  readonly followed: { readonly slug: string; readonly name: string } | null;
}

/** Filters for plan candidates. */
export interface CandidateQuery {
  readonly personId: string;
  readonly highestLevel: number;
  /** Highest access level that the profile may play. */
  readonly accessRank: number;
  readonly allowsExplicit: boolean;
  /** Only classes that suit children. */
  readonly isChild: boolean;
  /** Largest space that a class may need. */
  readonly spaceRank: number;
  readonly avoidsFloor: boolean;
  /** Only classes published before. */
  readonly before: Date;
}

/** The id of the section for families, or of the one that it was merged into; null without either. */
const familySection = sql`(select id from catalog.sections where slug = ${currentSlugSql("section", sql.lit("family"))})`;
const types = ["choreography", "foundations", "drill", "workout", "wellness", "party"];
const perGroup = 16;
const perSource = 48;

/**
 * Classes that a plan may choose from, as a query over PlanCandidate. It unites the newest of each kind and
 * level, those of followed categories, those for families, and `also`. Every branch has a limit, so that the
 * cost stays bounded as the library grows.
 * @param also selects `class_id`
 */
export const planCandidatesSql = (p: CandidateQuery, also: RawBuilder<unknown>): RawBuilder<unknown> => {
  const may = sql`
    ${mayPlaySql("classes", p.accessRank, p.personId)} and (${p.allowsExplicit}::boolean or not classes.is_explicit)
    and classes.space_rank <= ${p.spaceRank}::int and not (${p.avoidsFloor}::boolean and classes.uses_floor)
    and classes.level_rank <= ${p.highestLevel}::int
    and (not ${p.isChild}::boolean or ${suitsChildrenSql("classes")})`;
  // Literal lists: PostgreSQL estimates a series of unknown length at a thousand rows, and then reads the
  // whole library.
  const levels = sql.join([0, 1, 2, 3].map((rank) => sql`(${sql.lit(rank)})`));
  const kinds = sql.join(types.map((type) => sql`(${sql.lit(type)})`));
  return sql`
    select classes.id as "classId", classes.level_rank as "levelRank", classes.type,
      coalesce(classes.section_id = ${familySection}, false) as "isForFamilies", classes.style_id as "styleId",
      classes.instructor_id as "instructorId", classes.duration_ms as "durationMs", classes.energy, classes.space_rank as "spaceRank",
      classes.uses_floor as "usesFloor", classes.is_explicit as "isExplicit", classes.published_at as "publishedAt",
      array(select distinct goal from catalog.class_categories as held join catalog.categories on categories.id = held.category_id,
        unnest(categories.goals) as goal where held.class_id = classes.id order by goal) as goals,
      (select json_build_object('slug', categories.slug, 'name', categories.name)
        from catalog.class_categories as held join catalog.categories on categories.id = held.category_id
        join catalog.followed_categories as followed on followed.category_id = held.category_id and followed.person_id = ${p.personId}::uuid
        where held.class_id = classes.id order by categories.name limit 1) as followed
    from (
      select found.id from (values ${kinds}) as kind (type),
        (values ${levels}) as level (rank), lateral (
          select classes.id from catalog.classes where classes.type = kind.type and classes.level_rank = level.rank
            and level.rank <= ${p.highestLevel}::int and ${may}
            and classes.published_at < ${p.before}::timestamptz
          order by classes.published_at desc, classes.id desc limit ${sql.lit(perGroup)}) as found
      union
      (select held.class_id from catalog.followed_classes as held
        where held.person_id = ${p.personId}::uuid and held.published_at < ${p.before}::timestamptz
        order by held.published_at desc, held.class_id desc limit ${sql.lit(perSource)})
      union
      (select classes.id from catalog.classes where classes.section_id = ${familySection} and ${may}
          and classes.published_at < ${p.before}::timestamptz
        order by classes.published_at desc, classes.id desc limit ${sql.lit(perSource)})
      union
      (${also})
    ) as chosen
    join catalog.classes on classes.id = chosen.id and classes.published_at is not null and ${may}`;
};

/** Ids of the classes of a style, by its slug, for another module's statement. */
export const classesOfStyleSql = (style: unknown): RawBuilder<unknown> => sql`(
  select classes.id from catalog.classes join catalog.styles on styles.id = style_id where styles.slug = ${currentSlugSql("style", style)})`;
/** SQL for whether the library has a style of this slug. */
export const isStyleSql = (style: unknown): RawBuilder<unknown> =>
  sql`exists (select from catalog.styles where slug = ${currentSlugSql("style", style)})`;
