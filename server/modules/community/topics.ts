import type { Tx } from "../../ctx.ts";

/** Pub/sub topic for a post, a video, or the comments on a class. */
export const talkTopic = (subjectId: string): string => `community.talk.${subjectId}`;

/** Notifies subscribers of content; for a comment, those of its subject. */
export function notifyTopic(tx: Tx, thing: { readonly id: string; readonly subjectId: string | null }): void {
  tx.signal(talkTopic(thing.subjectId ?? thing.id));
}
