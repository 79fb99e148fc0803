/** The lines of a typed text that aren't empty. */
export const linesOf = (typed: string): string[] => typed.split("\n").filter((line) => line.trim() !== "");
