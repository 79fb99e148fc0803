const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const words = new Intl.Segmenter(undefined, { granularity: "word" });

/** The characters of a text as people count them: a letter with its accents, an emoji of several code points. */
export const graphemesOf = (text: string): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment);

/** The words, spaces and punctuation of a text, also in scripts without spaces. */
export const wordsOf = (text: string): { text: string; start: number }[] =>
  Array.from(words.segment(text), ({ segment, index }) => ({ text: segment, start: index }));
