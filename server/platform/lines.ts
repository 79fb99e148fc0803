import { BadInput } from "./errors.ts";

/** One line of text, tidied. @param most characters. @throws BadInput */
export function readLine(given: string, field: string, most: number): string {
  const line = given.replaceAll("\u0000", "").replaceAll(/\s+/g, " ").trim();
  if (line.length === 0 || line.length > most) throw new BadInput(field, `Write 1 to ${most} characters.`);
  return line;
}

/** Lines of text, tidied, which may be none. @param most characters. @throws BadInput */
export function readText(given: string, field: string, most: number): string {
  const text = given.replaceAll("\u0000", "").replaceAll("\r\n", "\n").trim();
  if (text.length > most) throw new BadInput(field, `Write ${most} characters or fewer.`);
  return text;
}
