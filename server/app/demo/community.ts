import { demoCatalog, demoPeople, demoTakes } from "../../../demo/index.ts";
import type { Tx } from "../../ctx.ts";
import { seedCommunity } from "../../modules/community/index.ts";
import type { SeededText } from "../../modules/community/index.ts";
import { seedFollows } from "../../modules/profiles/index.ts";

const hourMs = 60 * 60 * 1000;
const dancers = demoPeople.filter(({ role }) => role === "dancer");
const member = demoPeople.find(({ role }) => role === "member");
/** The dancers who post. The member is among those who like popular posts. */
const likers = [...dancers.slice(0, 5), ...(member ? [member] : []), ...dancers.slice(5)];

type Words = {
  readonly by: string;
  readonly text: string;
  readonly hoursAgo: number;
  readonly likes?: number;
  readonly atMs?: number;
  readonly replies?: readonly Words[];
  /** Reports that moderators of the demo can decide. */
  readonly reports?: readonly {
    readonly by: string;
    readonly hoursAgo: number;
    readonly reason: "irrelevant" | "other" | "spam";
    readonly details?: string;
  }[];
  readonly isHeld?: boolean;
};

/** Posts of the demo's dancers. `place` is the index of the class that a post is about. */
const posts: readonly (Words & {
  readonly place?: number;
  /** The take that it shows, with comments at its timestamps. */
  readonly take?: string;
  readonly seen?: readonly Words[];
})[] = [
  {
    by: "ada",
    hoursAgo: 3,
    likes: 9,
    place: 0,
    take: "third-evening",
    seen: [
      {
        by: "nia",
        hoursAgo: 2,
        likes: 3,
        atMs: 4_000,
        text: "Here it sits. Look how the heel waits for you.",
      },
      { by: "jun", hoursAgo: 1, atMs: 9_000, text: "And here you rush. Breathe out first, then go." },
    ],
    text: "**Third evening on the same eight.** Count four still runs away from me. What do you hold on to?",
    replies: [
      {
        by: "kim",
        hoursAgo: 2,
        likes: 4,
        text: "Breathe out on three. Then four has somewhere to land.",
        replies: [{ by: "ada", hoursAgo: 1, likes: 2, text: "Breathed. It landed. Thank you, @demo_kim." }],
      },
      {
        by: "lou",
        hoursAgo: 2,
        likes: 1,
        text: "Half the tempo, ten times, then once at full. Works on my floor.",
      },
    ],
  },
  {
    by: "hana",
    hoursAgo: 9,
    likes: 14,
    place: 5,
    take: "walk-it",
    text: "Two things from this week:\n\n- mark it *small* before you dance it large\n- the back view is not cheating\n\nSee you on the floor.",
    replies: [{ by: "wren", hoursAgo: 8, likes: 3, text: "Back view, always." }],
  },
  {
    by: "kim",
    hoursAgo: 6,
    likes: 12,
    take: "kitchen-jack",
    seen: [
      { by: "vik", hoursAgo: 5, likes: 2, atMs: 6_000, text: "The floor sounds like a second drum there." },
    ],
    text: "The neighbors know my tempo by now. Socks on tiles: half the friction, twice the jack.",
    replies: [
      { by: "remy", hoursAgo: 5, likes: 1, text: "Look at 0:09: knees before feet. That’s it." },
      { by: "uma", hoursAgo: 4, text: "Which class is this? I want that ring at the end." },
    ],
  },
  {
    by: "wren",
    hoursAgo: 32,
    likes: 8,
    take: "fall-slowly",
    text: "Six weeks of *falling*. Getting up is where the music is.",
    replies: [{ by: "yara", hoursAgo: 30, likes: 4, text: "0:07 is the whole class in one breath." }],
  },
  {
    by: "gus",
    hoursAgo: 26,
    likes: 6,
    text: "Danced in the kitchen, seven minutes, while the pasta boiled. It counts.",
    replies: [
      { by: "pia", hoursAgo: 25, text: "What was the tempo of the pasta?" },
      { by: "tao", hoursAgo: 24, likes: 5, text: "Al dente is about 96." },
    ],
  },
  {
    by: "suri",
    hoursAgo: 50,
    likes: 11,
    place: 2,
    take: "basic-on-one",
    text: "> It goes 5, 6, 7, 8\n\nand then it *goes*. Eight weeks ago I couldn't hear the one. Now I can't un-hear it.",
  },
  {
    by: "member",
    hoursAgo: 7,
    likes: 5,
    take: "first-bounce-at-home",
    text: "Full tempo for the first time, without stopping. The left arm still has ideas of its own.",
    replies: [{ by: "ada", hoursAgo: 6, likes: 2, text: "It has good ideas. Keep them." }],
  },
  {
    by: "member",
    hoursAgo: 54,
    likes: 4,
    take: "walk-on-tape",
    text: "Tape on the floor, eight steps, **no looking down**. Seven were straight.",
  },
  {
    by: "oki",
    hoursAgo: 75,
    likes: 3,
    text: "Does anyone else count the stairs in eights? Mine leave two over.",
    replies: [{ by: "cem", hoursAgo: 70, likes: 2, text: "Pick-up steps. You start on seven." }],
  },
  {
    by: "bea",
    hoursAgo: 30,
    text: "My nephew bakes. Sourdough, Saturdays, next to the rehearsal room. Ask for the *eight-count loaf*.",
    reports: [
      {
        by: "oki",
        hoursAgo: 28,
        reason: "irrelevant",
        details: "This is about bread. I like bread, but is it about dance?",
      },
      { by: "pia", hoursAgo: 20, reason: "spam" },
    ],
  },
  {
    by: "fay",
    hoursAgo: 5,
    isHeld: true,
    text: "Follow me and I’ll follow you back!! Follow me and I’ll follow you back!!",
  },
];

const firstClass: readonly Words[] = [
  {
    by: "nia",
    hoursAgo: 20,
    likes: 5,
    atMs: 40_000,
    text: "At 0:40 the weight stays back longer than you think.",
  },
  {
    by: "vik",
    hoursAgo: 44,
    likes: 2,
    text: "Is the left arm late on purpose?",
    replies: [
      {
        by: "gus",
        hoursAgo: 41,
        text: "Mine arrives the next day.",
        reports: [
          {
            by: "remy",
            hoursAgo: 40,
            reason: "other",
            details: "It made me laugh in the quiet coach. Keep it.",
          },
        ],
      },
      { by: "nia", hoursAgo: 43, likes: 3, text: "Late on purpose, says the caption. Mine is just late." },
    ],
  },
];

/** Seeds the demo dancers' follows, posts and comments. */
export async function talk(tx: Tx): Promise<void> {
  const now = tx.clock.now().getTime();
  const idOf = new Map(likers.map(({ slug, id }) => [slug, id]));
  const called = (name: string): string => {
    const id = idOf.get(name);
    if (!id) throw new Error(`There is no demo account ${name}.`);
    return id;
  };
  const toSeededText = (post: Words): SeededText => {
    const authorId = called(post.by);
    const others = likers.filter(({ id }) => id !== authorId);
    return {
      authorId,
      text: post.text,
      at: new Date(now - post.hoursAgo * hourMs),
      ...(post.atMs === undefined ? {} : { atMs: post.atMs }),
      likedBy: others.slice(0, post.likes ?? 0).map(({ id }) => id),
      replies: (post.replies ?? []).map(toSeededText),
      reports: (post.reports ?? []).map(({ by, hoursAgo, ...report }) => ({
        ...report,
        reporterId: called(by),
        at: new Date(now - hoursAgo * hourMs),
      })),
      isHeld: post.isHeld ?? false,
    };
  };
  await seedCommunity(tx, {
    posts: posts.map((post) => {
      const take = demoTakes.find(({ slug }) => slug === post.take);
      const found = take
        ? demoCatalog.classes.find(({ slug }) => slug === take.classSlug)
        : demoCatalog.classes[post.place ?? -1];
      return {
        ...toSeededText(post),
        classId: found?.id ?? null,
        styleSlug: found?.style ?? null,
        ...(take
          ? { video: { id: take.id, text: take.description, comments: (post.seen ?? []).map(toSeededText) } }
          : {}),
      };
    }),
    discussions: demoCatalog.classes
      .slice(0, 1)
      .map(({ id }) => ({ classId: id, comments: firstClass.map(toSeededText) })),
  });
  await seedFollows(tx, [
    ...dancers.flatMap(({ id }, at) => [
      { followerId: id, followedId: dancers[(at + 1) % dancers.length]!.id },
      { followerId: id, followedId: dancers[(at + 5) % dancers.length]!.id },
    ]),
    ...(member ? dancers.slice(0, 4).map(({ id }) => ({ followerId: member.id, followedId: id })) : []),
  ]);
}
