import { z } from "zod";

/** Characters of a tag. */
const maxLength = 2000;

/** What the container of a source says of it: texts as they are, untrusted; left out where it says nothing. */
export const sourceTags = z.object({
  title: z.string().optional(),
  artist: z.string().optional(),
  isrc: z.string().optional(),
  comment: z.string().optional(),
  /** When it was recorded, ISO 8601. */
  recordedAt: z.string().optional(),
});
export type SourceTags = z.infer<typeof sourceTags>;

/** Names of tags in MP4, QuickTime and Matroska, the most specific first. */
const names: Readonly<Record<keyof SourceTags, readonly string[]>> = {
  title: ["com.apple.quicktime.title", "title"],
  artist: ["artist", "com.apple.quicktime.artist", "performer", "album_artist"],
  isrc: ["isrc", "tsrc", "com.apple.itunes:isrc"],
  comment: ["description", "synopsis", "com.apple.quicktime.description", "comment"],
  recordedAt: ["com.apple.quicktime.creationdate", "creation_time", "date_recorded", "date"],
};

/** The tags of a container by their names in ffprobe, in any case. */
export function tagsOf(found: Readonly<Record<string, string>>): SourceTags {
  const all = new Map(Object.entries(found).map(([name, text]) => [name.toLowerCase(), text.trim()]));
  const first = (field: keyof SourceTags) => {
    const text = names[field].map((name) => all.get(name)).find((one) => one);
    return text === undefined ? {} : { [field]: text.slice(0, maxLength).toWellFormed() };
  };
  return Object.assign({}, ...(Object.keys(names) as (keyof SourceTags)[]).map(first)) as SourceTags;
}
