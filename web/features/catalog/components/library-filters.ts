/** Filters of a class list, as in the URL. An empty string means no filter. `length`: maximum minutes. */
export type LibraryFilters = {
  q: string;
  level: string;
  style: string;
  type: string;
  access: string;
  energy: string;
  length: string;
  section: string;
  instructor: string;
  /** Slug. */
  song: string;
  /** From and to in beats per minute, each optional: "90-110", "-90". */
  tempo: string;
  /** "no": only classes that the viewer hasn't danced. */
  danced: string;
  sort: string;
};

const allowed = {
  level: ["absolute-beginner", "beginner", "intermediate", "advanced"],
  type: ["choreography", "foundations", "drill", "workout", "wellness", "party"],
  access: ["free", "basic", "standard", "premium"],
  energy: ["gentle", "steady", "high"],
  length: ["6", "10", "15", "30"],
  tempo: ["-90", "90-110", "110-130", "130-"],
  danced: ["no"],
  sort: ["newest", "popular", "best_finished", "shortest", "title"],
} as const;

/** Tempos that can be chosen. */
export const tempos = allowed.tempo;

/** Maximum lengths that can be chosen, in minutes. */
export const lengths = allowed.length;

type Access = (typeof allowed.access)[number];
type Sort = (typeof allowed.sort)[number];

/** Reads filters from the URL's search; unknown values count as no filter. */
export function readFilters(search: Record<string, unknown>): LibraryFilters {
  const text = (name: string): string => {
    const value = search[name];
    return typeof value === "string" ? value.slice(0, 100) : "";
  };
  const slug = (name: string): string => (/^[a-z0-9-]+$/.test(text(name)) ? text(name) : "");
  const oneOf = (name: keyof typeof allowed): string =>
    (allowed[name] as readonly string[]).includes(text(name)) ? text(name) : "";
  return {
    q: text("q"),
    level: oneOf("level"),
    style: slug("style"),
    type: oneOf("type"),
    access: oneOf("access"),
    energy: oneOf("energy"),
    length: oneOf("length"),
    section: slug("section"),
    instructor: slug("instructor"),
    song: slug("song"),
    tempo: oneOf("tempo"),
    danced: oneOf("danced"),
    sort: oneOf("sort"),
  };
}

/** Names of the active filters, without search and order. */
export function activeFilters(chosen: LibraryFilters): (keyof LibraryFilters)[] {
  const names = Object.keys(chosen) as (keyof LibraryFilters)[];
  return names.filter((name) => name !== "q" && name !== "sort" && chosen[name] !== "");
}

/** Converts filters to GraphQL arguments. */
export function toFilters(chosen: LibraryFilters) {
  const [from, to] = chosen.tempo.split("-");
  return {
    filters: {
      ...(chosen.q.trim() ? { search: chosen.q.trim(), readsFilters: true } : {}),
      ...(chosen.level ? { level: [chosen.level] } : {}),
      ...(chosen.style ? { style: [chosen.style] } : {}),
      ...(chosen.type ? { type: [chosen.type] } : {}),
      ...(chosen.access ? { accessType: [chosen.access as Access] } : {}),
      ...(chosen.energy ? { energy: [chosen.energy] } : {}),
      ...(chosen.length ? { maxDurationInMs: Number(chosen.length) * 60_000 } : {}),
      ...(chosen.section ? { section: chosen.section } : {}),
      ...(chosen.song ? { songSlug: chosen.song } : {}),
      ...(from ? { minBpm: Number(from) } : {}),
      ...(to ? { maxBpm: Number(to) } : {}),
      ...(chosen.danced ? { notDanced: true } : {}),
      ...(chosen.instructor ? { instructorSlug: chosen.instructor } : {}),
    },
    sort: chosen.sort ? (chosen.sort as Sort) : null,
  };
}
