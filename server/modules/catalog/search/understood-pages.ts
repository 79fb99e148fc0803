import { locales } from "../../../../contract/locales.ts";
import type { Ctx } from "../../../ctx.ts";
import { BadInput } from "../../../platform/errors.ts";
import { inEnglish } from "../../../platform/i18n/messages.ts";
import { countOf, pageOfClasses } from "../class-pages.ts";
import type { ClassListRequest, ClassPage } from "../class-pages.ts";
import { styles } from "../library.ts";
import { styleName } from "../translations.ts";
import { filtersOfPhrases, readPhrases } from "./understanding.ts";
import type { NamedStyle, ReadKind, ReadPhrase } from "./understanding.ts";

type Filters = ClassListRequest["filters"];
type FilterName = keyof Filters;

/** A filter, or a phrase of the search, without which there are classes. */
export interface Loosening {
  /** The filter; null for a phrase of the search. */
  readonly filter: string | null;
  /** As typed; null for a filter. */
  readonly text: string | null;
  /** The search text without the phrase; null for a filter. */
  readonly search: string | null;
  readonly total: number;
}

/** A page of classes, with how its search text was read. */
export interface UnderstoodPage extends ClassPage {
  readonly understood: readonly ReadPhrase[];
  /** What would have to go for there to be classes; empty if there are some. */
  loosenings(): Promise<Loosening[]>;
}

/** Filters by the kind of phrase that would set them too. */
const kindsOf: Partial<Record<FilterName, ReadKind>> = {
  levels: "level",
  styles: "style",
  types: "type",
  accessTypes: "access",
  minDurationMs: "length",
  maxDurationMs: "length",
  minBpm: "tempo",
  maxBpm: "tempo",
  energies: "energy",
  spaces: "space",
  usesFloor: "floor",
};
/** Names of the filters as clients send them. */
const inputNames: Partial<Record<FilterName, string>> = {
  levels: "level",
  styles: "style",
  types: "type",
  accessTypes: "accessType",
  instructor: "instructorSlug",
  section: "section",
  category: "categorySlug",
  song: "songSlug",
  minDurationMs: "minDurationInMs",
  maxDurationMs: "maxDurationInMs",
  minBpm: "minBpm",
  maxBpm: "maxBpm",
  energies: "energy",
  spaces: "space",
  usesFloor: "usesFloor",
  notDanced: "notDanced",
};
const maxLoosenings = 6;

const isSet = (filters: Filters, name: FilterName): boolean => filters[name] !== undefined;

/** Styles with their names in every language. */
async function namedStyles(ctx: Ctx): Promise<NamedStyle[]> {
  return (await styles(ctx)).map(({ slug, name, formerNames }) => ({
    slug,
    names: [name, ...formerNames, ...locales.map((locale) => styleName({ ...ctx, locale }, slug, name))],
  }));
}

/**
 * A page of classes for a search text that may name filters, such as "10 min hip hop beginner". If what was understood finds nothing
 * and the words as they are do, those are shown, and nothing counts as understood.
 * @throws BadInput
 */
export async function understoodPage(ctx: Ctx, request: ClassListRequest): Promise<UnderstoodPage> {
  const { filters } = request;
  const [mode, after] = readMode(request.after);
  const taken = new Set(
    (Object.keys(kindsOf) as FilterName[]).flatMap((name) => (isSet(filters, name) ? [kindsOf[name]!] : [])),
  );
  const { phrases, rest } =
    mode === "literal" || !filters.search?.trim()
      ? { phrases: [], rest: filters.search ?? "" }
      : readPhrases(filters.search, await namedStyles(ctx), taken);
  const literal = () => pageOfClasses(ctx, { ...request, after });
  if (phrases.length === 0)
    return paged(await literal(), "literal", [], () => loosen(ctx, filters, [], rest));
  const merged = { ...filters, ...filtersOfPhrases(phrases), search: rest || undefined };
  const page = await pageOfClasses(ctx, { ...request, after, filters: merged });
  if (page.items.length === 0 && after === null) {
    const asTyped = await literal();
    if (asTyped.items.length > 0) return paged(asTyped, "literal", [], async () => []);
  }
  return paged(page, "read", phrases, () => loosen(ctx, filters, phrases, rest));
}

type Mode = "read" | "literal";

function readMode(cursor: string | null): [Mode, string | null] {
  if (cursor === null) return ["read", null];
  const [mode, after] = cursor.split(".");
  if ((mode !== "read" && mode !== "literal") || !after)
    throw new BadInput(
      "pagination.after",
      inEnglish("This cursor is invalid. Start again without a cursor."),
    );
  return [mode, after];
}

const paged = (
  page: ClassPage,
  mode: Mode,
  understood: readonly ReadPhrase[],
  loosenings: () => Promise<Loosening[]>,
): UnderstoodPage => ({
  ...page,
  nextCursor: page.nextCursor && `${mode}.${page.nextCursor}`,
  understood,
  loosenings: async () => (page.items.length > 0 ? [] : loosenings()),
});

/** Counts what each filter and each phrase leaves out alone; the most classes first. */
async function loosen(
  ctx: Ctx,
  filters: Filters,
  phrases: readonly ReadPhrase[],
  rest: string,
): Promise<Loosening[]> {
  const search = rest.trim() || undefined;
  const all = { ...filters, ...filtersOfPhrases(phrases), search };
  const set = (Object.keys(inputNames) as FilterName[]).filter((name) => isSet(filters, name));
  const candidates: (Omit<Loosening, "total"> & { readonly filters: Filters })[] = [
    ...set.map((name) => ({
      filter: inputNames[name]!,
      text: null,
      search: null,
      filters: { ...all, [name]: undefined },
    })),
    ...phrases.map((phrase) => ({
      filter: null,
      text: phrase.text,
      search: phrase.without,
      filters: {
        ...filters,
        ...filtersOfPhrases(phrases.filter((other) => other !== phrase)),
        search,
      },
    })),
    ...(search && set.length + phrases.length > 0
      ? [
          {
            filter: null,
            text: search,
            search: phrases.map(({ text }) => text).join(" "),
            filters: { ...all, search: undefined },
          },
        ]
      : []),
  ];
  const counted = await Promise.all(
    candidates.map(async ({ filters: loosened, ...loosening }) => ({
      ...loosening,
      total: await countOf(ctx, loosened),
    })),
  );
  return counted
    .filter(({ total }) => total > 0)
    .toSorted((a, b) => b.total - a.total)
    .slice(0, maxLoosenings);
}
