import { demoId } from "./identity.ts";

/** A person of the demo. All email addresses end in example.test, a reserved domain. */
export type DemoPerson = {
  id: string;
  slug: string;
  name: string;
  username: string;
  email: string;
  /**
   * `admin` and `moderator` are staff; `member` pays for premium; `family` pays for the family plan; `instructor` teaches; `dancer` uses
   * the free plan.
   */
  role: "admin" | "moderator" | "member" | "family" | "instructor" | "dancer";
  bio: string;
  /** Profiles of a family account. */
  profiles: { id: string; name: string; kind: "adult" | "child"; level: string }[];
};

const person = (
  slug: string,
  name: string,
  role: DemoPerson["role"],
  bio: string,
  profiles: DemoPerson["profiles"] = [],
): DemoPerson => ({
  id: demoId("person", slug),
  slug,
  name,
  username: `demo_${slug.replaceAll("-", "_")}`,
  email: `${role === "dancer" ? `demo-${slug}` : slug}@example.test`,
  role,
  bio,
  profiles,
});

const names = [
  "Ada",
  "Bea",
  "Cem",
  "Dia",
  "Eli",
  "Fay",
  "Gus",
  "Hana",
  "Ivo",
  "Jun",
  "Kim",
  "Lou",
  "Mika",
  "Nia",
  "Oki",
  "Pia",
  "Quin",
  "Remy",
  "Suri",
  "Tao",
  "Uma",
  "Vik",
  "Wren",
  "Yara",
];
const bios = [
  "Two left feet, one good bounce.",
  "Here for the cool-downs.",
  "Counting in three languages.",
  "House on Fridays, sore on Saturdays.",
  "Learning to breathe on four.",
  "I only know the first eight.",
  "Back view, always.",
  "Slow is a tempo too.",
];

/** All people of the demo, staff first. */
export const PEOPLE: DemoPerson[] = [
  person("admin", "Demo Admin", "admin", "Keeps the lights on in the demo studio."),
  person("moderator", "Demo Moderator", "moderator", "Reads what is reported. Kindly."),
  person("member", "Demo Member", "member", "Premium, three times a week."),
  person("family", "Demo Family", "family", "Two grown-ups, two children, one rug.", [
    { id: demoId("profile", "family/robin"), name: "Demo Robin", kind: "adult", level: "beginner" },
    { id: demoId("profile", "family/sky"), name: "Demo Sky", kind: "adult", level: "intermediate" },
    { id: demoId("profile", "family/milo"), name: "Demo Milo", kind: "child", level: "absolute-beginner" },
    { id: demoId("profile", "family/june"), name: "Demo June", kind: "child", level: "beginner" },
  ]),
  person("ana", "Demo Ana", "instructor", "Teaches hip-hop from the floor up, and is drawn by a computer."),
  ...names.map((name, i) => person(name.toLowerCase(), `Demo ${name}`, "dancer", bios[i % bios.length]!)),
];
