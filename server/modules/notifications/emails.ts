import type { FormatContext } from "../../../contract/formats/context.ts";
import { pathIn } from "../../../contract/play-sources.ts";
import { paths } from "../../../contract/urls.ts";
import type { Ctx } from "../../ctx.ts";
import { lines, msg, translate, verbatim } from "../../platform/i18n/messages.ts";
import type { Message } from "../../platform/i18n/messages.ts";
import { defineEmail } from "../../platform/mail/template.ts";
import { mailPerson } from "../identity/index.ts";
import { untranslated } from "../site/index.ts";
import { kinds, textOf } from "./kinds/index.ts";
import type { Kind } from "./kinds/index.ts";
import { listDuePeople, takeForDigest, takeForMail } from "./store-delivery.ts";
import { unsubscribePath } from "./unsubscribe.ts";

const digestBatchSize = 200;
/** Maximum items that a digest lists; the rest is in the inbox. */
const maxNamed = 12;
const demoPath = "/unsubscribe/demo";

/** A notification in one sentence, for its reader. */
type Sentence = (reader: FormatContext) => Message;

/** The sentence of a demo notification. */
const demoSentence =
  (kind: Kind, actors: readonly string[], actorsCount = actors.length, facts = {}): Sentence =>
  (reader) =>
    kinds[kind].text({ facts, reader, actors, actorsCount, occurrences: 1, studio: untranslated });

/** A subject has no period, and fits a header. */
const subjectOf = (sentence: Message, { locale }: FormatContext): Message =>
  verbatim(translate(sentence, locale).replace(/\.$/, "").slice(0, 200));

/** One notification. `title` is its kind’s. */
const notificationEmail = defineEmail<{
  sentence: Sentence;
  title: Message;
  path: string;
  unsubscribePath: string;
}>({
  name: "notifications.one",
  isOfOthers: true,
  previews: {
    usual: {
      sentence: demoSentence("UGCComment", ["demo_ben"]),
      title: kinds.UGCComment.title,
      path: paths.post("demo"),
      unsubscribePath: demoPath,
    },
  },
  write: ({ sentence, title, path, ...unsubscribe }, reader) => ({
    subject: subjectOf(sentence(reader), reader),
    recordedAs: title,
    preheader: title,
    heading: sentence(reader),
    paragraphs: [],
    action: { label: msg("See it"), path },
    footnote: msg("You get this email because “{title}” is set to come right away.", { title }),
    ...unsubscribe,
  }),
});

/** The notifications of a day: the newest in `sentences`, and how many there are. */
const digestEmail = defineEmail<{
  sentences: readonly Sentence[];
  count: number;
  path: string;
  unsubscribePath: string;
}>({
  name: "notifications.digest",
  isOfOthers: true,
  previews: {
    usual: {
      sentences: [
        demoSentence("UGCComment", ["demo_ben"]),
        demoSentence("UGCReactionLike", ["demo_cleo", "demo_dan"], 5, { thing: "video_upload" }),
      ],
      count: 2,
      path: paths.inbox(),
      unsubscribePath: demoPath,
    },
    one: {
      sentences: [demoSentence("UGCMention", ["demo_ben"])],
      count: 1,
      path: paths.post("demo"),
      unsubscribePath: demoPath,
    },
    many: {
      sentences: Array.from({ length: maxNamed }, (_unused, place) =>
        demoSentence("UGCComment", [`demo_${place}`]),
      ),
      count: 40,
      path: paths.inbox(),
      unsubscribePath: demoPath,
    },
  },
  write: ({ sentences, count, path, ...unsubscribe }, reader) => {
    const written = sentences.map((sentence) => sentence(reader));
    const [first = verbatim("")] = written;
    const more = count - sentences.length;
    const isOne = count === 1;
    return {
      subject: isOne
        ? subjectOf(first, reader)
        : msg(
            "{count, plural, one {# thing since you were last here} other {# things since you were last here}}",
            {
              count,
            },
          ),
      ...(isOne && { recordedAs: msg("While you were away") }),
      preheader: verbatim(translate(first, reader.locale).slice(0, 200)),
      heading: isOne ? first : msg("While you were away"),
      paragraphs: isOne
        ? []
        : [
            lines(...written),
            ...(more > 0 ? [msg("{more, plural, one {And # more.} other {And # more.}}", { more })] : []),
          ],
      action: { label: isOne ? msg("See it") : msg("Open your inbox"), path },
      footnote: msg("You get this once a day, and only when something happened."),
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
      isBulk: true,
      email: notificationEmail({
        sentence: ({ locale }) => textOf(item, { locale, studio: tx.studio }),
        title: kinds[kind].title,
        path: pathIn("email", path),
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
      isBulk: true,
      email: digestEmail({
        sentences: items.slice(0, maxNamed).map(
          (item) =>
            ({ locale }: FormatContext) =>
              textOf(item, { locale, studio: tx.studio }),
        ),
        count: items.length,
        path: items.length === 1 ? pathIn("email", newest.path) : paths.inbox(),
        unsubscribePath: unsubscribePath(ctx.config.authSecret, { personId, kind: "digest" }),
      }),
    });
  });
}
