/** A piece of text: plain, a video timestamp in milliseconds, or a username. */
export type Piece =
  | { kind: "text"; text: string }
  | { kind: "moment"; text: string; ms: number }
  | { kind: "name"; text: string; username: string };

const pattern =
  /(?<![\p{L}\p{N}:.])(?:(\d{1,2}):)?(\d{1,2}):([0-5]\d)(?![\d:])|(?<![\p{L}\p{N}_.@/])@([a-z][a-z0-9_.]{1,28}[a-z0-9_])/giu;

/** Splits a text into timestamps such as 0:17, usernames such as @mira.marks, and plain text. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    const [found, hours, minutes, seconds, username] = match;
    if (match.index > at) pieces.push({ kind: "text", text: text.slice(at, match.index) });
    if (username) pieces.push({ kind: "name", text: found, username });
    else {
      const ms = ((Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
      pieces.push({ kind: "moment", text: found, ms });
    }
    at = match.index + found.length;
  }
  if (at < text.length) pieces.push({ kind: "text", text: text.slice(at) });
  return pieces;
}

/** The first timestamp of a text in milliseconds; null if there is none. */
export function firstMoment(text: string): number | null {
  const found = piecesOf(text).find((piece) => piece.kind === "moment");
  return found?.kind === "moment" ? found.ms : null;
}
