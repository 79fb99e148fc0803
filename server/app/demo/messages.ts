import { demoCatalog } from "../../../demo/index.ts";
import type { Tx } from "../../ctx.ts";
import { seedAnnouncement, seedSeries } from "../../modules/studio/messages/seed.ts";

const dayMs = 24 * 60 * 60 * 1000;
const sentId = "0190d001-0000-7000-8000-000000000001";
const draftId = "0190d001-0000-7000-8000-000000000002";

/** Seeds an announcement that members got a few days ago, a draft, and a series that is on. @param personIds members */
export async function announce(tx: Tx, personIds: readonly string[]): Promise<void> {
  const [first] = demoCatalog.classes;
  await seedAnnouncement(tx, {
    id: sentId,
    texts: {
      en: {
        subject: "New on Fridays: warm-ups of five minutes",
        body: "Short on time? From this week there is a **five-minute warm-up** every Friday.\n\n- no shoes needed\n- one song, two grooves\n\nSee you on the floor!",
      },
      de: {
        subject: "Neu am Freitag: Aufwärmen in fünf Minuten",
        body: "Wenig Zeit? Ab dieser Woche gibt es jeden Freitag ein **Aufwärmen in fünf Minuten**.\n\n- ohne Schuhe\n- ein Song, zwei Grooves\n\nBis gleich auf der Tanzfläche!",
      },
    },
    cards: first ? [{ kind: "class", id: first.id }] : [],
    sent: {
      at: new Date(tx.clock.now().getTime() - 3 * dayMs),
      personIds,
      openedBy: personIds.slice(0, Math.ceil(personIds.length / 3)),
    },
  });
  await seedAnnouncement(tx, {
    id: draftId,
    texts: {
      en: {
        subject: "Winter break: classes for the living room",
        body: "Between the years we film in small rooms. Here is what is coming.",
      },
    },
    cards: [],
    sent: null,
  });
  await seedSeries(tx, {
    id: "welcome",
    sent: {
      at: new Date(tx.clock.now().getTime() - 20 * dayMs),
      personIds,
      openedBy: personIds.slice(0, Math.ceil(personIds.length / 2)),
    },
  });
}
