import { demoId } from "./identity.ts";
import type { DemoCategory, DemoInstructor, DemoSection, DemoStyle, SectionSlug } from "./types.ts";

const section = (
  slug: SectionSlug,
  name: string,
  description: string,
  displayIndex: number,
): DemoSection => ({ id: demoId("section", slug), slug, name, description, displayIndex });

export const SECTIONS: DemoSection[] = [
  section("learn", "Learn", "Foundations, one count at a time. Start here if eights are new to you.", 1),
  section("choreography", "Choreography", "Whole pieces, taught in parts and danced full out.", 2),
  section("dance-workout", "Dance workout", "Follow along, breathe hard, learn a move by accident.", 3),
  section("health", "Health", "Mobility, breathing, and care for your joints.", 4),
  section("family", "Family", "Classes for kids and adults together.", 5),
];

const styles: [string, string, string][] = [
  ["hip-hop", "Hip-hop", "Down on the beat, deep in the pocket."],
  ["house", "House", "The jack in the chest, light feet under it."],
  ["afro", "Afrobeats", "Low, springy, answered by the shoulders."],
  ["latin", "Latin", "Salsa on one: three steps and a breath."],
  ["contemporary", "Contemporary", "Fall, recover, and let the arms finish."],
  ["heels", "Heels", "Long lines, sharp stops, eyes up."],
  ["dance-fitness", "Dance fitness", "Big, clear moves that raise the pulse."],
  ["mobility", "Mobility", "Slow shapes and long breaths."],
  ["family", "Family party", "Moves that kids learn in two tries."],
];
export const STYLES: DemoStyle[] = styles.map(([slug, name, description], i) => ({
  id: demoId("style", slug),
  slug,
  name,
  description,
  displayIndex: i + 1,
}));

const categories: [SectionSlug, string, string, string, string[]][] = [
  [
    "learn",
    "first-steps",
    "First steps",
    "Never counted to eight? These begin before that.",
    ["basics", "confidence"],
  ],
  [
    "learn",
    "hip-hop-foundations",
    "Hip-hop foundations",
    "Bounce, rock, step: what everything else stands on.",
    ["basics", "musicality"],
  ],
  [
    "learn",
    "house-footwork",
    "House footwork",
    "Shuffle, skate and the jack, slowly at first.",
    ["basics", "freestyle"],
  ],
  [
    "learn",
    "salsa-on-one",
    "Salsa on one",
    "Basic, side, turn, and the breath on four and eight.",
    ["party", "crew"],
  ],
  [
    "choreography",
    "hip-hop-choreography",
    "Hip-hop choreography",
    "Pieces with a left to drag and a seven to answer.",
    ["choreography", "audition", "share"],
  ],
  [
    "choreography",
    "heels-and-jazz",
    "Heels and jazz",
    "Walks, lines and poses that stop dead.",
    ["confidence", "perform"],
  ],
  [
    "choreography",
    "contemporary-phrases",
    "Contemporary phrases",
    "Short phrases with room to breathe in.",
    ["choreography", "perform"],
  ],
  ["choreography", "afrobeats", "Afrobeats", "Knees soft, shoulders talking.", ["party", "freestyle"]],
  [
    "dance-workout",
    "sweat-in-ten",
    "Sweat in ten",
    "About ten minutes, no kit, no jumps if you would rather not.",
    ["fitness"],
  ],
  ["dance-workout", "low-impact", "Low impact", "One foot always on the floor.", ["fitness"]],
  [
    "health",
    "mobility",
    "Mobility",
    "Hips, back, shoulders: make room for the dance.",
    ["confidence", "teach"],
  ],
  [
    "health",
    "breath-and-reset",
    "Breath and reset",
    "Short classes for before bed and after screens.",
    ["joy", "calm"],
  ],
  [
    "family",
    "with-the-little-ones",
    "With kids",
    "Clean music and big shapes, for kids and adults.",
    ["crew", "together", "first-steps"],
  ],
  [
    "family",
    "kitchen-parties",
    "Kitchen parties",
    "No teaching. Push the table aside.",
    ["joy", "crew", "together", "energy"],
  ],
];
export const CATEGORIES: DemoCategory[] = categories.map(([of, slug, name, description, goals], i) => ({
  id: demoId("category", slug),
  slug,
  name,
  description,
  section: of,
  goals,
  displayIndex: i + 1,
}));

const instructor = (slug: string, name: string, bio: string, teaches: string[]): DemoInstructor => ({
  id: demoId("instructor", slug),
  slug,
  name,
  bio,
  styles: teaches,
});

export const INSTRUCTORS: DemoInstructor[] = [
  instructor(
    "demo-ana",
    "Demo Ana",
    "Hip-hop, taught from the floor up: feet first, then the pocket, then the arms. Ana is drawn by a computer and still counts you in.",
    ["hip-hop"],
  ),
  instructor(
    "demo-kofi",
    "Demo Kofi",
    "House and Afrobeats. Kofi likes the and more than the beat, and will wait there for you. A demo dancer, made of numbers.",
    ["house", "afro"],
  ),
  instructor(
    "demo-luz",
    "Demo Luz",
    "Salsa on one with hips that settle by themselves once the feet are quiet. A demo dancer who never gets dizzy.",
    ["latin"],
  ),
  instructor(
    "demo-jules",
    "Demo Jules",
    "Contemporary, barefoot, by daylight. Jules starts every phrase with a breath, which is remarkable for a demo dancer.",
    ["contemporary"],
  ),
  instructor(
    "demo-imani",
    "Demo Imani",
    "Heels and jazz: walk it, stop it, mean it. A demo dancer with real opinions about posture.",
    ["heels"],
  ),
  instructor(
    "demo-noor",
    "Demo Noor",
    "Mobility for dancers, and family classes with Demo Milo, who is seven and always will be.",
    ["mobility", "family"],
  ),
  instructor(
    "demo-rio",
    "Demo Rio",
    "Dance workouts with two friends, so that somebody is always on your side of the room. All three are demo dancers.",
    ["dance-fitness"],
  ),
];
