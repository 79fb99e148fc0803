import type { Locale } from "../../../contract/locales.ts";

/** German and Spanish texts of the demo's challenges and badges by slug and field. */
type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const challengeTranslations: Readonly<Record<Exclude<Locale, "en">, Texts>> = {
  de: {
    "eight-in-two-weeks": {
      title: "Acht in zwei Wochen",
      description:
        "Schließe 8 Kurse ab, in jedem Stil und auf jedem Niveau. Jeder Kurs zählt einmal: Probier etwas Neues.",
      goalHeader: "Schließe 8 Kurse ab",
      subtitleHeader: "Jeder Stil, jedes Niveau",
      earnedByHeader: "Schließe ganze Kurse ab",
    },
    "first-steps-first": {
      title: "Erste Schritte",
      description: "Vier Kurse für alle, die ganz neu anfangen. Sie bereiten dich auf alles Weitere vor.",
      goalHeader: "Schließe alle 4 Kurse ab",
      subtitleHeader: "Keine Erfahrung nötig",
      earnedByHeader: "Schließe die Kurse unten ab",
    },
    "days-that-dance": {
      title: "Tanzserie",
      description: "Tanze drei Wochen lang an so vielen Tagen, wie du kannst.",
      goalHeader: "Tanze an 8 Tagen",
      subtitleHeader: "Ein Kurs am Tag zählt",
      earnedByHeader: "Schließe einen Kurs am Tag ab",
    },
    "two-of-eight": { name: "Zwei von acht", description: "Schließe in zwei Wochen 2 Kurse ab" },
    "half-an-eight": { name: "Eine halbe Acht", description: "Schließe in zwei Wochen 4 Kurse ab" },
    "the-whole-eight": { name: "Die ganze Acht", description: "Schließe in zwei Wochen 8 Kurse ab" },
    "first-steps-taken": { name: "Erste Schritte gemacht", description: "Schließe alle 4 ersten Kurse ab" },
    "eight-danced-days": { name: "Acht Tanztage", description: "Tanze in drei Wochen an 8 Tagen" },
  },
  es: {
    "eight-in-two-weeks": {
      title: "Ocho en dos semanas",
      description:
        "Completa 8 clases de cualquier estilo y nivel. Cada clase cuenta una vez, así que prueba algo nuevo.",
      goalHeader: "Completa 8 clases",
      subtitleHeader: "Cualquier estilo, cualquier nivel",
      earnedByHeader: "Completa clases enteras",
    },
    "first-steps-first": {
      title: "Primeros pasos",
      description: "Cuatro clases para quien empieza desde cero. Te preparan para todo lo demás.",
      goalHeader: "Completa las 4 clases",
      subtitleHeader: "No hace falta experiencia",
      earnedByHeader: "Completa las clases de abajo",
    },
    "days-that-dance": {
      title: "Racha de baile",
      description: "Baila tantos días como puedas durante tres semanas.",
      goalHeader: "Baila 8 días",
      subtitleHeader: "Cuenta una clase al día",
      earnedByHeader: "Completa una clase al día",
    },
    "two-of-eight": { name: "Dos de ocho", description: "Completa 2 clases en dos semanas" },
    "half-an-eight": { name: "Medio ocho", description: "Completa 4 clases en dos semanas" },
    "the-whole-eight": { name: "El ocho entero", description: "Completa 8 clases en dos semanas" },
    "first-steps-taken": { name: "Primeros pasos dados", description: "Completa las 4 primeras clases" },
    "eight-danced-days": { name: "Ocho días de baile", description: "Baila 8 días en tres semanas" },
  },
};
