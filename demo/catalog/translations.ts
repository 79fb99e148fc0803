import { CLASSES } from "./classes.ts";
import { classTexts } from "./class-translations.ts";
import { CATEGORIES, SECTIONS, STYLES } from "./library.ts";
import { partTitles } from "./part-translations.ts";

/** A text of the demo's library in another language, beside the original that it translates. */
interface DemoTranslation {
  readonly kind: "section" | "style" | "category" | "class" | "part";
  readonly subject: string;
  readonly field: "name" | "description" | "title";
  readonly locale: "es" | "de";
  readonly text: string;
  readonly source: string;
}

type Texts = Readonly<Record<string, readonly [es: string, de: string]>>;

const sectionDescriptions: Texts = {
  learn: [
    "Las bases, cuenta a cuenta. Empieza aquí si los ochos son nuevos para ti.",
    "Die Grundlagen, Zählzeit für Zählzeit. Fang hier an, wenn Achter neu für dich sind.",
  ],
  choreography: [
    "Piezas completas, por partes y luego al máximo.",
    "Ganze Stücke, in Teilen gelernt und voll ausgetanzt.",
  ],
  "dance-workout": [
    "Sigue el ritmo, suda y aprende un paso sin querer.",
    "Mach mit, komm außer Atem und lern nebenbei einen Move.",
  ],
  health: [
    "Movilidad, respiración y cuidado de las articulaciones.",
    "Beweglichkeit, Atem und gesunde Gelenke.",
  ],
  family: ["Clases para peques y mayores.", "Kurse für Kinder und Erwachsene zusammen."],
};

const styleNames: Texts = {
  afro: ["Afrobeats", "Afrobeats"],
  latin: ["Latino", "Latin"],
  contemporary: ["Contemporáneo", "Zeitgenössisch"],
  "dance-fitness": ["Fitness con baile", "Tanzfitness"],
  mobility: ["Movilidad", "Beweglichkeit"],
  family: ["Fiesta en familia", "Familienparty"],
};

const categoryNames: Texts = {
  "first-steps": ["Primeros pasos", "Erste Schritte"],
  "hip-hop-foundations": ["Bases de hip-hop", "Hip-Hop-Grundlagen"],
  "house-footwork": ["Juego de pies de house", "House-Footwork"],
  "salsa-on-one": ["Salsa en uno", "Salsa auf eins"],
  "hip-hop-choreography": ["Coreografía de hip-hop", "Hip-Hop-Choreografie"],
  "heels-and-jazz": ["Heels y jazz", "Heels und Jazz"],
  "contemporary-phrases": ["Frases de contemporáneo", "Zeitgenössische Phrasen"],
  "sweat-in-ten": ["Sudar en diez", "Schwitzen in zehn"],
  "low-impact": ["Bajo impacto", "Gelenkschonend"],
  mobility: ["Movilidad", "Beweglichkeit"],
  "breath-and-reset": ["Respirar y soltar", "Atmen und neu starten"],
  "with-the-little-ones": ["Con peques", "Mit Kindern"],
  "kitchen-parties": ["Fiestas en la cocina", "Küchenpartys"],
};

const categoryDescriptions: Texts = {
  "first-steps": [
    "¿Nunca has contado hasta ocho? Estas empiezan antes.",
    "Noch nie bis acht gezählt? Hier geht es noch davor los.",
  ],
  "hip-hop-foundations": [
    "Bounce, rock y paso: la base de todo lo demás.",
    "Bounce, Rock, Step: darauf baut alles auf.",
  ],
  "house-footwork": [
    "Shuffle, skate y jack, primero despacio.",
    "Shuffle, Skate und Jack, erst mal langsam.",
  ],
  "salsa-on-one": [
    "Básico, lateral, giro y la pausa en cuatro y ocho.",
    "Grundschritt, Seite, Drehung und die Pause auf vier und acht.",
  ],
  "hip-hop-choreography": [
    "Piezas con una izquierda que arrastrar y un siete que responder.",
    "Stücke mit einem Links zum Ziehen und einer Sieben als Antwort.",
  ],
  "heels-and-jazz": [
    "Pasos, líneas y poses que se clavan.",
    "Walks, Linien und Posen, die auf den Punkt stehen.",
  ],
  "contemporary-phrases": ["Frases cortas con aire para respirar.", "Kurze Phrasen mit Raum zum Atmen."],
  afrobeats: ["Rodillas sueltas, hombros que hablan.", "Weiche Knie, sprechende Schultern."],
  "sweat-in-ten": [
    "Unos diez minutos, sin material y sin saltos si lo prefieres.",
    "Rund zehn Minuten, ohne Geräte und auf Wunsch ohne Sprünge.",
  ],
  "low-impact": ["Siempre un pie en el suelo.", "Ein Fuß bleibt immer am Boden."],
  mobility: [
    "Caderas, espalda y hombros: haz sitio al baile.",
    "Hüfte, Rücken, Schultern: Schaff Platz für den Tanz.",
  ],
  "breath-and-reset": [
    "Clases cortas para antes de dormir y después de las pantallas.",
    "Kurze Kurse für vor dem Schlafen und nach dem Bildschirm.",
  ],
  "with-the-little-ones": [
    "Música limpia y formas grandes, para peques y mayores.",
    "Saubere Musik und große Bewegungen, für Kinder und Erwachsene.",
  ],
  "kitchen-parties": ["Sin explicaciones. Aparta la mesa.", "Ohne Unterricht. Schieb den Tisch zur Seite."],
};

function translationsOf(
  kind: DemoTranslation["kind"],
  field: "name" | "description",
  originals: readonly { readonly slug: string; readonly name: string; readonly description: string }[],
  texts: Texts,
): DemoTranslation[] {
  return originals.flatMap((original) => {
    const [es, de] = texts[original.slug] ?? [];
    const of = { kind, subject: original.slug, field, source: original[field] };
    return es && de
      ? [
          { ...of, locale: "es" as const, text: es },
          { ...of, locale: "de" as const, text: de },
        ]
      : [];
  });
}

const languages = ["es", "de"] as const;
const classTranslations = CLASSES.flatMap(({ id, slug, title, description }) =>
  languages.flatMap((locale) => {
    const texts = classTexts[slug]?.[locale];
    const of = { kind: "class" as const, subject: id, locale };
    return texts
      ? [
          { ...of, field: "title" as const, text: texts[0], source: title },
          { ...of, field: "description" as const, text: texts[1], source: description },
        ]
      : [];
  }),
);
const partTranslations = Object.entries(partTitles).flatMap(([title, texts]) =>
  languages.map((locale, place) => ({
    kind: "part" as const,
    subject: title,
    field: "title" as const,
    locale,
    text: texts[place]!,
    source: title,
  })),
);

/** The demo's library in Spanish and German. Its classes are spoken in English. */
export const DEMO_TRANSLATIONS: readonly DemoTranslation[] = [
  ...translationsOf("section", "description", SECTIONS, sectionDescriptions),
  ...translationsOf("style", "name", STYLES, styleNames),
  ...translationsOf("category", "name", CATEGORIES, categoryNames),
  ...translationsOf("category", "description", CATEGORIES, categoryDescriptions),
  ...classTranslations,
  ...partTranslations,
];
