import type { Tx } from "../../ctx.ts";

/** What those listen to who look at a post, a video, or at what is said about a class. */
export const talkTopic = (subjectId: string): string => `community.talk.${subjectId}`;

/** Lets those who look at a thing see what has changed of it; of a comment those who look at its subject. */
export function notifyTopic(tx: Tx, thing: { readonly id: string; readonly subjectId: string | null }): void {
  tx.signal(talkTopic(thing.subjectId ?? thing.id));
}
