import { paths } from "../../../contract/urls.ts";
import type { Ctx } from "../../ctx.ts";
import { defineEmail } from "../../platform/mail/template.ts";
import { mailPerson } from "../identity/index.ts";
import { kinds, textOf } from "./kinds/index.ts";
import { listDuePeople, takeForDigest, takeForMail } from "./store-delivery.ts";
import { unsubscribePath } from "./unsubscribe.ts";

const digestBatchSize = 200;
/** Maximum items that a digest lists; the rest is in the inbox. */
const maxNamed = 12;
const demoPath = "/unsubscribe/demo";

/** One notification. `title` is its kind’s. */
const notificationEmail = defineEmail<{
  sentence: string;
  title: string;
  path: string;
  unsubscribePath: string;
}>({
  name: "notifications.one",
  isOfOthers: true,
  previews: {
    usual: {
      sentence: "demo_ben commented on your post.",
      title: "Comments on your posts",
      path: paths.post("demo"),
      unsubscribePath: demoPath,
    },
  },
  write: ({ sentence, title, path, ...unsubscribe }) => ({
    subject: subjectOf(sentence),
    preheader: title,
    heading: sentence,
    paragraphs: [],
    action: { label: "See it", path },
    footnote: `You get this mail because “${title}” is set to come at once.`,
    ...unsubscribe,
  }),
});

/** The notifications of a day: the newest in `sentences`, and how many there are. */
const digestEmail = defineEmail<{
  sentences: readonly string[];
  count: number;
  path: string;
  unsubscribePath: string;
}>({
  name: "notifications.digest",
  isOfOthers: true,
  previews: {
    usual: {
      sentences: ["demo_ben commented on your post.", "demo_cleo and 4 others liked your video."],
      count: 2,
      path: paths.inbox(),
      unsubscribePath: demoPath,
    },
    one: {
      sentences: ["demo_ben mentioned you."],
      count: 1,
      path: paths.post("demo"),
      unsubscribePath: demoPath,
    },
    many: {
      sentences: Array.from(
        { length: maxNamed },
        (_unused, place) => `demo_${place} commented on your post.`,
      ),
      count: 40,
      path: paths.inbox(),
      unsubscribePath: demoPath,
    },
  },
  write: ({ sentences, count, path, ...unsubscribe }) => {
    const [first = ""] = sentences;
    const more = count - sentences.length;
    const isOne = count === 1;
    return {
      subject: isOne ? subjectOf(first) : `${count} things since you were last here`,
      preheader: first.slice(0, 200),
      heading: isOne ? first : "While you were away",
      paragraphs: isOne ? [] : [sentences.join("\n"), ...(more > 0 ? [`And ${more} more.`] : [])],
      action: { label: isOne ? "See it" : "Open your inbox", path },
      footnote: "You get this once a day, and only when something happened.",
      ...unsubscribe,
    };
  },
});

/** Emails one item, unless it was emailed or read already. */
export async function mailItem(ctx: Ctx, itemId: string): Promise<void> {
  await ctx.transact(async (tx) => {
    const item = await takeForMail(tx.db, itemId, tx.clock.now());
    if (!item) return;
    const { personId, kind, path } = item;
    await mailPerson(tx, {
      personId,
      email: notificationEmail({
        sentence: textOf(item),
        title: kinds[kind].title,
        path,
        unsubscribePath: unsubscribePath(ctx.config.authSecret, { personId, kind }),
      }),
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
    const [newest] = items;
    if (!newest) return;
    await mailPerson(tx, {
      personId,
      email: digestEmail({
        sentences: items.slice(0, maxNamed).map((item) => textOf(item)),
        count: items.length,
        path: items.length === 1 ? newest.path : paths.inbox(),
        unsubscribePath: unsubscribePath(ctx.config.authSecret, { personId, kind: "digest" }),
      }),
    });
  });
}

const subjectOf = (sentence: string) => sentence.replace(/\.$/, "").slice(0, 200);
