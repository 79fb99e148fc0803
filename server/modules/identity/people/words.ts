const maxWords = 8;

/**
 * What staff typed, as a query over `identity.people_words`: every word begins a name, a username or an address. One letter
 * alone is a whole word, because half of all people have one that begins with it.
 * @returns null without a word
 */
export function peopleQuery(typed: string): string | null {
  const words = typed
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, maxWords);
  if (words.length === 0) return null;
  return words
    .map((word) => {
      const lexeme = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
      if ([...word].length === 1) return lexeme(word);
      // A username as a whole is stored with its @.
      return word.startsWith("@") ? `${lexeme(word)}:*` : `(${lexeme(word)}:* | ${lexeme(`@${word}`)}:*)`;
    })
    .join(" & ");
}
