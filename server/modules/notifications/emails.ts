import { paths } from "../../../contract/urls.ts";
import type { Ctx } from "../../ctx.ts";
import { mailPerson } from "../identity/index.ts";
import { kinds, textOf } from "./kinds/index.ts";
import { listDuePeople, takeForDigest, takeForMail } from "./store-delivery.ts";
import { unsubscribePath } from "./unsubscribe.ts";

const digestBatchSize = 200;
/** Maximum items that a digest lists; the rest is in the inbox. */
const maxNamed = 12;

/** Emails one item, unless it was emailed or read already. */
export async function mailItem(ctx: Ctx, itemId: string): Promise<void> {
  await ctx.transact(async (tx) => {
    const item = await takeForMail(tx.db, itemId, tx.clock.now());
    if (!item) return;
    const { personId, kind, path } = item;
    const sentence = textOf(item);
    await mailPerson(tx, {
      personId,
      isOfOthers: true,
      subject: subjectOf(sentence),
      preheader: kinds[kind].title,
      heading: sentence,
      paragraphs: [],
      action: { label: "See it", path },
      footnote: `You get this mail because “${kinds[kind].title}” is set to come at once.`,
      unsubscribePath: unsubscribePath(ctx.config.authSecret, { personId, kind }),
    });
  });
}

/** Sends every digest that is due: one email per person, each in its own transaction. */
export async function sendDigests(ctx: Ctx): Promise<void> {
  for (;;) {
    const people = await listDuePeople(ctx.db, ctx.clock.now(), digestBatchSize);
    for (const personId of people) await sendDigest(ctx, personId);
    if (people.length < digestBatchSize) return;
  }
}

async function sendDigest(ctx: Ctx, personId: string): Promise<void> {
  await ctx.transact(async (tx) => {
    const taken = await takeForDigest(tx.db, personId, tx.clock.now());
    const items = taken.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
    const sentences = items.slice(0, maxNamed).map((item) => textOf(item));
    const [first] = sentences;
    if (!first) return;
    const more = items.length - sentences.length;
    await mailPerson(tx, {
      personId,
      isOfOthers: true,
      subject: items.length === 1 ? subjectOf(first) : `${items.length} things since you were last here`,
      preheader: first.slice(0, 200),
      heading: items.length === 1 ? first : "While you were away",
      paragraphs:
        items.length === 1 ? [] : [sentences.join("\n"), ...(more > 0 ? [`And ${more} more.`] : [])],
      action:
        items.length === 1
          ? { label: "See it", path: items[0]!.path }
          : { label: "Open your inbox", path: paths.inbox() },
      footnote: "You get this once a day, and only when something happened.",
      unsubscribePath: unsubscribePath(ctx.config.authSecret, { personId, kind: "digest" }),
    });
  });
}

const subjectOf = (sentence: string) => sentence.replace(/\.$/, "").slice(0, 200);
