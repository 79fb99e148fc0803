import type { Shot } from "../picture/shot.ts";

/** Enumeration values of a class's fields, as in the GraphQL schema. */
export const CLASS_TYPES = ["choreography", "foundations", "drill", "workout", "wellness", "party"] as const;
export const LEVELS = ["absolute-beginner", "beginner", "intermediate", "advanced"] as const;
export const ACCESS_TYPES = ["free", "basic", "standard", "premium"] as const;
export const PART_KINDS = ["warm_up", "breakdown", "counts", "slow", "full_out", "cool_down"] as const;
export const SECTION_SLUGS = ["health", "dance-workout", "learn", "choreography", "family"] as const;
export type ClassType = (typeof CLASS_TYPES)[number];
export type Level = (typeof LEVELS)[number];
export type AccessType = (typeof ACCESS_TYPES)[number];
export type PartKind = (typeof PART_KINDS)[number];
export type SectionSlug = (typeof SECTION_SLUGS)[number];

export type DemoSection = {
  id: string;
  slug: SectionSlug;
  name: string;
  description: string;
  displayIndex: number;
};
export type DemoCategory = {
  id: string;
  slug: string;
  name: string;
  description: string;
  section: SectionSlug;
  /** Slugs of the dancer goals that it serves. */
  goals: string[];
  displayIndex: number;
};
export type DemoStyle = { id: string; slug: string; name: string; description: string; displayIndex: number };
export type DemoInstructor = { id: string; slug: string; name: string; bio: string; styles: string[] };

/** A part of a class: whole eights at one tempo. Times are milliseconds from the class's start, exact. */
export type DemoPart = {
  index: number;
  title: string;
  kind: PartKind;
  startMs: number;
  endMs: number;
  eights: number;
};
/** Beat n is at firstBeatMs + n * 60000 / bpm, before endMs; its count is n mod 8 + 1. */
export type DemoTempoSpan = { startMs: number; endMs: number; bpm: number; firstBeatMs: number };
export type DemoCue = { startMs: number; endMs: number; text: string };
/** One eight of a class, in order: its movement, its length in frames, and the camera of its part. */
export type DemoEight = { eight: string; frames: number; part: number; shot: Shot };

export type DemoClass = {
  id: string;
  slug: string;
  title: string;
  description: string;
  section: SectionSlug;
  categories: string[];
  style: string;
  instructor: string;
  /** The troupe whose clips it shares. */
  troupe: string;
  type: ClassType;
  level: Level;
  accessType: AccessType;
  isExplicit: boolean;
  energy: "gentle" | "steady" | "high";
  /** How far it travels: on the spot, a few steps each way, or across the room. */
  space: "spot" | "steps" | "room";
  durationInMs: number;
  /** Days between publication and the seed. */
  publishedDaysAgo: number;
  hasBackView: true;
  parts: DemoPart[];
  beatGrid: DemoTempoSpan[];
  captions: { language: "en"; label: "English"; cues: DemoCue[] };
  sequence: DemoEight[];
};
