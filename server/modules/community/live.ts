import type { Tx } from "../../ctx.ts";

/** What those listen to who look at a post, or at what is said about a class. */
export const talkTopic = (subjectId: string): string => `community.talk.${subjectId}`;

/** Lets those who look at a post, or at what is said about a class, see what has changed. */
export function stir(tx: Tx, subjectId: string | null): void {
  if (subjectId) tx.signal(talkTopic(subjectId));
}
