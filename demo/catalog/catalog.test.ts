import { describe, expect, it } from "vitest";
import { captionsVtt, demoCatalog, demoPeople, songsOf } from "../index.ts";
import { eightOf, MOVEMENTS } from "../movement/styles.ts";
import { demoId } from "./identity.ts";
import { troupeOf } from "./troupes.ts";
import { ACCESS_TYPES, CLASS_TYPES, LEVELS, PART_KINDS, SECTION_SLUGS } from "./types.ts";

const { classes, categories, instructors, sections, songs, styles } = demoCatalog;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe("demo catalog", () => {
  it("contains what the library promises", () => {
    expect(classes.length).toBeGreaterThanOrEqual(36);
    expect(classes.length).toBeLessThanOrEqual(44);
    expect(categories.length).toBeGreaterThanOrEqual(12);
    expect(styles.length).toBeGreaterThanOrEqual(8);
    expect(instructors.length).toBeGreaterThanOrEqual(3);
    expect(sections.map((s) => s.slug).toSorted()).toEqual([...SECTION_SLUGS].toSorted());
    const free = classes.filter((c) => c.accessType === "free").length / classes.length;
    expect(free).toBeGreaterThan(0.25);
    expect(free).toBeLessThan(0.42);
    const minutes = classes.map((c) => c.durationInMs / 60_000);
    expect(Math.min(...minutes)).toBeGreaterThanOrEqual(4);
    expect(Math.max(...minutes)).toBeLessThanOrEqual(16.5);
    const mean = minutes.reduce((a, b) => a + b, 0) / minutes.length;
    expect(mean).toBeGreaterThan(7);
    expect(mean).toBeLessThan(9);
  });

  it("has songs from the beginning to the end of every class, explicit ones where the class is", () => {
    const byId = new Map(songs.map((song) => [song.id, song]));
    for (const found of classes) {
      const used = songsOf(found);
      expect(used[0]?.startMs).toBe(0);
      expect(used.at(-1)?.endMs).toBe(Math.round(found.durationInMs));
      for (const [at, { startMs }] of used.entries()) expect(startMs).toBe(used[at - 1]?.endMs ?? 0);
      expect(used.some(({ songId }) => byId.get(songId)!.isExplicit)).toBe(found.isExplicit);
    }
    expect(songs.filter(({ isrc }) => isrc === null).length).toBeGreaterThan(0);
  });

  it("has the texts of every class and part in every language", () => {
    const known = new Set(
      demoCatalog.translations.map((one) => `${one.kind} ${one.subject} ${one.field} ${one.locale}`),
    );
    for (const { id, slug, parts } of classes)
      for (const locale of ["es", "de"]) {
        expect(known, slug).toContain(`class ${id} title ${locale}`);
        expect(known, slug).toContain(`class ${id} description ${locale}`);
        for (const { title } of parts) expect(known).toContain(`part ${title} title ${locale}`);
      }
  });

  it("uses every value of every enumeration", () => {
    const used = (pick: (c: (typeof classes)[number]) => string[]): string[] =>
      [...new Set(classes.flatMap(pick))].toSorted();
    expect(used((c) => [c.type])).toEqual([...CLASS_TYPES].toSorted());
    expect(used((c) => [c.level])).toEqual([...LEVELS].toSorted());
    expect(used((c) => [c.accessType])).toEqual([...ACCESS_TYPES].toSorted());
    expect(used((c) => [c.section])).toEqual([...SECTION_SLUGS].toSorted());
    expect(used((c) => c.parts.map((p) => p.kind))).toEqual([...PART_KINDS].toSorted());
    expect(used((c) => c.categories)).toEqual(categories.map((c) => c.slug).toSorted());
    expect(used((c) => [c.style])).toEqual(styles.map((s) => s.slug).toSorted());
    expect(used((c) => [c.instructor])).toEqual(instructors.map((i) => i.slug).toSorted());
    expect(used((c) => [String(c.isExplicit)])).toEqual(["false", "true"]);
  });

  it("keeps explicit music out of family classes and begins with a free class", () => {
    for (const c of classes.filter((k) => k.section === "family")) expect(c.isExplicit).toBe(false);
    expect(classes[0]).toMatchObject({ accessType: "free", instructor: "demo-ana", style: "hip-hop" });
    expect(classes[0]!.durationInMs).toBeLessThan(6 * 60_000);
  });

  it("uses stable ids", () => {
    const ids = [classes, categories, instructors, sections, styles, demoPeople].flat().map((x) => x.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(UUID);
    expect(demoId("class", "first-bounce")).toBe(classes[0]!.id);
    expect(demoId("class", "first-bounce")).not.toBe(demoId("instructor", "first-bounce"));
    const slugs = classes.map((c) => c.slug);
    expect(new Set(slugs).size).toBe(slugs.length);
  });

  it("contains no two classes with the same plan", () => {
    const runs = classes.map((c) => `${c.troupe}:${c.sequence.map((e) => `${e.eight}${e.frames}`).join()}`);
    expect(new Set(runs).size).toBe(runs.length);
  });

  it("contains only people who are clearly fictional", () => {
    expect(demoPeople.length).toBeGreaterThanOrEqual(28);
    expect(demoPeople.slice(0, 5).map((p) => p.role)).toEqual([
      "admin",
      "moderator",
      "member",
      "family",
      "instructor",
    ]);
    for (const p of demoPeople) {
      expect(p.name).toMatch(/^Demo /);
      expect(p.email).toMatch(/@example\.test$/);
    }
    expect(new Set(demoPeople.map((p) => p.username)).size).toBe(demoPeople.length);
    expect(demoPeople[3]!.profiles.filter((p) => p.kind === "child").length).toBe(2);
  });
});

describe.each(classes)("$slug", (of) => {
  it("is covered by parts of whole eights", () => {
    let at = 0;
    of.parts.forEach((part, i) => {
      expect(part.index).toBe(i + 1);
      expect(part.startMs).toBe(at);
      expect(part.endMs).toBeGreaterThan(at);
      expect(Number.isInteger(part.endMs)).toBe(true);
      at = part.endMs;
    });
    expect(at).toBe(of.durationInMs);
    expect(of.parts.reduce((sum, p) => sum + p.eights, 0)).toBe(of.sequence.length);
  });

  it("has a beat grid that keeps video and sound in sync", () => {
    let frames = 0;
    of.beatGrid.forEach((span, i) => {
      const part = of.parts[i]!;
      const own = of.sequence.filter((e) => e.part === part.index);
      expect(frames * (1000 / 30)).toBeCloseTo(span.startMs, 6);
      expect(span.endMs).toBe(part.endMs);
      expect(Number.isInteger(span.firstBeatMs)).toBe(true);
      for (const [k, eight] of own.entries()) {
        // The one of an eight lies half a beat into its first frame, by grid and by frame count.
        const byGrid = span.firstBeatMs + (k * 8 * 60_000) / span.bpm;
        const byFrames = ((frames + eight.frames / 16) * 1000) / 30;
        expect(Math.abs(byGrid - byFrames)).toBeLessThan(0.01);
        expect((eight.frames * 48_000) % 30).toBe(0);
        frames += eight.frames;
      }
    });
    expect((frames * 1000) / 30).toBeCloseTo(of.durationInMs, 6);
  });

  it("has captions that name the visible move at the right time", () => {
    const { cues } = of.captions;
    let end = 0;
    for (const cue of cues) {
      expect(cue.startMs).toBeGreaterThanOrEqual(end);
      expect(cue.endMs).toBeGreaterThan(cue.startMs);
      end = cue.endMs;
    }
    expect(end).toBeLessThanOrEqual(of.durationInMs);
    const movement = MOVEMENTS[troupeOf(of.troupe).movement];
    const starts: number[] = [];
    let frames = 0;
    for (const e of of.sequence) {
      starts.push((frames * 1000) / 30);
      frames += e.frames;
    }
    // Every line that a move's own cue starts is shown while that move is danced.
    for (const cue of cues) {
      const index = starts.findLastIndex((s) => s <= cue.startMs);
      const spoken = movement.eights.filter((e) => e.cues.some((c) => cue.text.startsWith(c.text)));
      if (spoken.length > 0) expect(spoken.map((e) => e.slug)).toContain(of.sequence[index]!.eight);
    }
    const vtt = captionsVtt(of.slug);
    expect(vtt.startsWith("WEBVTT\n\n1\n00:00:00.000 --> ")).toBe(true);
    expect(vtt.split("-->").length - 1).toBe(cues.length);
  });

  it("uses only moves of its style", () => {
    const movement = MOVEMENTS[troupeOf(of.troupe).movement];
    for (const slug of new Set(of.sequence.map((e) => e.eight)))
      expect(eightOf(movement, slug).slug).toBe(slug);
  });
});
