/** What the library is narrowed by, as the URL says it. An empty text is no filter. `length`: minutes at most. */
export type LibraryFilters = { q: string; level: string; style: string; type: string; access: string; length: string; section: string; sort: string }

const allowed = {
  level: ['absolute-beginner', 'beginner', 'intermediate', 'advanced'],
  type: ['choreography', 'foundations', 'drill', 'workout', 'wellness', 'party'],
  access: ['free', 'basic', 'standard', 'premium'],
  length: ['8', '12', '20'],
  sort: ['newest', 'shortest', 'title'],
} as const

type Access = (typeof allowed.access)[number]
type Sort = (typeof allowed.sort)[number]

/** Reads the URL's search; what isn't a filter of ours counts as none. */
export function readFilters(search: Record<string, unknown>): LibraryFilters {
  const text = (name: string): string => (typeof search[name] === 'string' ? search[name].slice(0, 100) : '')
  const oneOf = (name: keyof typeof allowed): string => ((allowed[name] as readonly string[]).includes(text(name)) ? text(name) : '')
  return {
    q: text('q'),
    level: oneOf('level'),
    style: text('style'),
    type: oneOf('type'),
    access: oneOf('access'),
    length: oneOf('length'),
    section: text('section'),
    sort: oneOf('sort'),
  }
}

/** The same as the server's arguments. */
export function toFilters(chosen: LibraryFilters) {
  return {
    filters: {
      ...(chosen.q.trim() ? { search: chosen.q } : {}),
      ...(chosen.level ? { level: [chosen.level] } : {}),
      ...(chosen.style ? { style: [chosen.style] } : {}),
      ...(chosen.type ? { type: [chosen.type] } : {}),
      ...(chosen.access ? { accessType: [chosen.access as Access] } : {}),
      ...(chosen.length ? { maxDurationInMs: Number(chosen.length) * 60_000 } : {}),
      ...(chosen.section ? { section: chosen.section } : {}),
    },
    sort: chosen.sort ? (chosen.sort as Sort) : null,
  }
}
