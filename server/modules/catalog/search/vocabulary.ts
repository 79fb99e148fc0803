/*
 * The words of dancers, in all languages at once: who reads the page in German may type "beginner". Folded: lower case, without
 * accents, hyphens as spaces. Reviewed by people who dance; docs/adr/0382 says why it is code.
 */

/** Names of the same style, step or kind of class. A search for one finds the others. */
export const synonyms: readonly (readonly string[])[] = [
  ["hip hop", "hiphop"],
  ["street dance", "streetdance"],
  ["popping", "poppin"],
  ["locking", "lockin"],
  ["breaking", "breakin", "breakdance", "break dance"],
  ["waacking", "whacking", "waackin"],
  ["krump", "krumping"],
  ["vogue", "voguing"],
  ["dancehall", "dance hall"],
  ["afro", "afrobeat", "afrobeats", "afro beats"],
  ["jazz funk", "jazzfunk"],
  ["k pop", "kpop"],
  ["heels", "high heels", "stiletto"],
  ["latin", "latino", "latein", "latina"],
  ["contemporary", "contemporaneo", "zeitgenossisch"],
  ["body roll", "bodyroll"],
  ["two step", "2 step", "twostep"],
  ["running man", "runningman"],
  ["wave", "waving", "welle", "ola"],
  ["turn", "spin", "drehung", "giro", "vuelta"],
  ["jump", "sprung", "salto"],
  ["footwork", "fussarbeit", "juego de pies"],
  ["floorwork", "floor work", "bodenarbeit", "trabajo de suelo"],
  ["isolation", "isolations", "isolationen", "aislamiento", "aislamientos"],
  ["warm up", "warmup", "aufwarmen", "calentamiento"],
  ["cool down", "cooldown", "abkuhlen", "enfriamiento"],
  ["stretch", "stretching", "dehnen", "estiramiento", "estiramientos"],
  ["balance", "gleichgewicht", "equilibrio"],
  ["kids", "children", "kinder", "ninos"],
  ["wedding", "hochzeit", "boda"],
];

/** Phrases that mean a value of an attribute. The longest phrase wins. */
export const phrases = {
  level: {
    "absolute-beginner": [
      "absolute beginner",
      "absolute beginners",
      "first time",
      "from scratch",
      "absolute anfanger",
      "ohne vorkenntnisse",
      "von null",
      "desde cero",
      "principiante absoluto",
      "sin experiencia",
    ],
    beginner: [
      "beginner",
      "beginners",
      "easy",
      "anfanger",
      "anfangerin",
      "anfangerinnen",
      "einsteiger",
      "leicht",
      "einfach",
      "principiante",
      "principiantes",
      "facil",
    ],
    intermediate: ["intermediate", "mittelstufe", "mittel", "intermedio", "intermedia", "intermedios"],
    advanced: [
      "advanced",
      "hard",
      "difficult",
      "fortgeschritten",
      "fortgeschrittene",
      "schwer",
      "avanzado",
      "avanzada",
      "avanzados",
      "dificil",
    ],
  },
  type: {
    workout: ["workout", "cardio", "entrenamiento"],
    choreography: ["choreography", "choreo", "choreographie", "choreografie", "coreografia", "coreo"],
    drill: ["drill", "drills"],
    foundations: ["foundations", "grundlagen", "fundamentos"],
  },
  energy: {
    gentle: ["gentle", "low impact", "sanft", "ruhig", "suave", "bajo impacto"],
    high: ["high energy", "intense", "intensiv", "viel energie", "intenso", "intensa", "mucha energia"],
  },
  space: {
    spot: ["small space", "on the spot", "auf der stelle", "wenig platz", "poco espacio", "en el sitio"],
  },
  floor: {
    without: ["no floor", "without floor", "no floor work", "ohne boden", "ohne bodenarbeit", "sin suelo"],
  },
  clean: {
    clean: ["clean", "clean lyrics", "not explicit", "jugendfrei", "nicht explizit", "sin letra explicita"],
  },
  access: { free: ["free", "for free", "kostenlos", "gratis"] },
} as const satisfies Record<string, Record<string, readonly string[]>>;

const minutes = "(?:min|mins|minute|minutes|minuten|minuto|minutos)";
const atMost =
  "(?:up to|under|less than|at most|max|maximum|bis zu|bis|unter|hochstens|maximal|weniger als|hasta|menos de|maximo)";
const atLeast =
  "(?:over|more than|at least|longer than|uber|mehr als|mindestens|langer als|mas de|al menos|minimo)";

/** Phrases with a number, most specific first. The first group is the number. */
export const numbers = {
  minMinutes: new RegExp(String.raw`\b${atLeast} (\d{1,3}) ?${minutes}\b`, "u"),
  maxMinutes: new RegExp(String.raw`\b(?:${atMost} )?(\d{1,3}) ?${minutes}\b`, "u"),
  maxBpm: new RegExp(String.raw`\b${atMost} (\d{2,3}) ?bpm\b`, "u"),
  minBpm: new RegExp(String.raw`\b${atLeast} (\d{2,3}) ?bpm\b`, "u"),
  bpm: /\b(\d{2,3}) ?bpm\b/u,
} as const;

/** Lengths in words, in minutes. */
export const spans: readonly (readonly [RegExp, number])[] = [
  [/\b(?:half an hour|half hour|halbe stunde|media hora)\b/u, 30],
  [/\b(?:quarter of an hour|viertelstunde|cuarto de hora)\b/u, 15],
];

/** Words that say nothing once a filter was read beside them. */
export const fillers: ReadonlySet<string> = new Set(
  "a an the for with and in class classes lesson of ein eine einen fur mit und im kurs kurse klasse un una para con y de en clase clases".split(
    " ",
  ),
);
