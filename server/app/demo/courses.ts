import { demoCatalog, demoPeople } from "../../../demo/index.ts";
import type { Tx } from "../../ctx.ts";
import { seedCoursePrice, seedCourses } from "../../modules/courses/index.ts";
import { insertTranslations } from "../../modules/site/index.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** The demo's courses, with their classes by weeks. */
const demoCourses = [
  {
    slug: "first-steps-in-a-week",
    title: "First steps in a week",
    description:
      "One short class a day for a week. Bounce, step, turn: you’ll have danced six styles by Sunday. No experience needed.",
    pace: "daily",
    weeks: [
      [
        "first-bounce",
        "basic-on-one",
        "warm-the-ankles-first",
        "shoulders-first",
        "jack-then-let-it-ring",
        "fall-and-recover",
        "four-poses",
      ],
    ],
    publishedDaysAgo: 20,
    translations: {
      de: {
        title: "Erste Schritte in einer Woche",
        description:
          "Eine Woche lang jeden Tag ein kurzer Kurs. Bounce, Schritt, Drehung: Bis Sonntag hast du sechs Stile getanzt. Ganz ohne Erfahrung.",
      },
      es: {
        title: "Primeros pasos en una semana",
        description:
          "Una clase corta al día durante una semana. Bounce, paso, giro: el domingo habrás bailado seis estilos. Sin experiencia previa.",
      },
    },
  },
  {
    slug: "house-from-the-ground-up",
    title: "House from the ground up",
    description:
      "Five classes with Demo Kofi, from the jack to a whole floor. The next class opens when you know most of the one before.",
    pace: "mastery",
    prerequisiteSlug: "first-steps-in-a-week",
    weeks: [
      ["jack-then-let-it-ring", "house-in-eight"],
      ["low-and-late", "loose-legs-long-night"],
      ["round-the-floor"],
    ],
    publishedDaysAgo: 6,
    translations: {
      de: {
        title: "House von Grund auf",
        description:
          "Fünf Kurse mit Demo Kofi, vom Jack bis über die ganze Fläche. Der nächste Kurs öffnet sich, wenn du das meiste vom vorherigen kannst.",
      },
      es: {
        title: "House desde cero",
        description:
          "Cinco clases con Demo Kofi, del jack a toda la pista. La siguiente clase se abre cuando dominas casi toda la anterior.",
      },
    },
  },
  {
    slug: "latin-together",
    title: "Latin together, from Monday",
    description:
      "Three weeks with Demo Luz and everyone who joins: the basic, the turn, and a shine of four eights. Each Monday opens the next class.",
    pace: "weekly",
    startsNextMonday: true,
    isFirstFree: true,
    weeks: [["long-arms-short-steps", "basic-on-one"], ["turn-on-three"], ["shine-in-four"]],
    publishedDaysAgo: 3,
    translations: {
      de: {
        title: "Latin gemeinsam, ab Montag",
        description:
          "Drei Wochen mit Demo Luz und allen, die mitmachen: der Grundschritt, die Drehung und ein Shine aus vier Achtern. Jeden Montag öffnet sich der nächste Kurs.",
      },
      es: {
        title: "Latin en grupo, desde el lunes",
        description:
          "Tres semanas con Demo Luz y todas las personas que se apunten: el básico, el giro y un shine de cuatro ochos. Cada lunes se abre la siguiente clase.",
      },
    },
  },
] as const;

/** The Monday after the next three days, as YYYY-MM-DD: visitors have time to join. */
function nextMonday(now: number): string {
  const earliest = new Date(now + 3 * dayMs);
  const days = (8 - earliest.getUTCDay()) % 7;
  return new Date(earliest.getTime() + days * dayMs).toISOString().slice(0, 10);
}

/** The next Monday, and the ones four and eight weeks later. */
function cohortDays(now: number): string[] {
  const first = Temporal.PlainDate.from(nextMonday(now));
  return [0, 4, 8].map((weeks) => first.add({ weeks }).toString());
}

/** The course that is also sold alone. Minor units. */
const pricedCourse = {
  slug: "house-from-the-ground-up",
  prices: { USD: 3900, EUR: 3900, GBP: 3500, JPY: 5900 },
};

/** Publishes the demo's courses. One has a price of its own. The demo's member and some of the background dancers join them. */
export async function publishCourses(tx: Tx): Promise<void> {
  const now = tx.clock.now().getTime();
  const idOf = new Map(demoCatalog.classes.map(({ id, slug }) => [slug, id]));
  const dancers = demoPeople.filter(({ role }) => role === "dancer");
  const member = demoPeople.find(({ role }) => role === "member");
  const courses = demoCourses.map(
    ({ slug, title, description, pace, weeks, publishedDaysAgo, ...course }) => ({
      slug,
      title,
      description,
      pace,
      startDays: "startsNextMonday" in course ? cohortDays(now) : [],
      knownPercent: 75,
      opensByWeek: true,
      isFirstFree: "isFirstFree" in course,
      ...("prerequisiteSlug" in course ? { prerequisiteSlug: course.prerequisiteSlug } : {}),
      classes: weeks.flatMap((slugs, week) =>
        slugs.flatMap((slug) => {
          const classId = idOf.get(slug);
          return classId ? [{ classId, week: week + 1 }] : [];
        }),
      ),
      createdAt: new Date(now - (publishedDaysAgo + 2) * dayMs),
      publishedAt: new Date(now - publishedDaysAgo * dayMs),
    }),
  );
  const joined = dancers.map(({ id }, place) => ({
    personId: id,
    slug: demoCourses[place % demoCourses.length]!.slug,
    at: new Date(now - (1 + (place % 5)) * dayMs),
  }));
  if (member)
    joined.push({ personId: member.id, slug: "house-from-the-ground-up", at: new Date(now - 3 * dayMs) });
  const idsBySlug = await seedCourses(tx, courses, joined);
  const priced = idsBySlug.get(pricedCourse.slug);
  if (priced) await seedCoursePrice(tx, priced, pricedCourse.prices);
  await insertTranslations(
    tx.db,
    demoCourses.flatMap(({ slug, title, description, translations }) => {
      const subject = idsBySlug.get(slug);
      if (!subject) return [];
      return (["de", "es"] as const).flatMap((locale) =>
        (["title", "description"] as const).map((field) => ({
          kind: "course" as const,
          subject,
          field,
          locale,
          text: translations[locale][field],
          source: { title, description }[field],
        })),
      );
    }),
  );
}
