import type { Ctx } from "../../ctx.ts";

/** A file that goes with an email. */
export interface Attachment {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
  /** Names an image that the email shows by `cid:`. */
  readonly contentId?: string;
}

/** Names an attachment in a queued email. */
export interface AttachmentRef {
  readonly kind: string;
  readonly id: string;
}

type Draw = (ctx: Ctx, id: string) => Promise<Attachment | null>;
const kinds = new Map<string, Draw>();

/**
 * Declares a kind of attachment. It is made when the email is sent, so that queueing one stays quick.
 * @param draw returns null if there is nothing to attach any more
 */
export function defineAttachment(kind: string, draw: Draw): void {
  if (kinds.has(kind)) throw new Error(`There are two attachments called ${kind}.`);
  kinds.set(kind, draw);
}

/** Makes the attachments of an email. @throws for a kind that no module declares */
export async function drawAttachments(ctx: Ctx, wanted: readonly AttachmentRef[]): Promise<Attachment[]> {
  const drawn = await Promise.all(
    wanted.map(({ kind, id }) => {
      const draw = kinds.get(kind);
      if (!draw) throw new Error(`No module declares the attachment ${kind}.`);
      return draw(ctx, id);
    }),
  );
  return drawn.filter((attachment) => attachment !== null);
}
