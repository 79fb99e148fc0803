import type { FormatContext } from "../../../../contract/formats/context.ts";
import { isTimeZone } from "../../../../contract/formats/time-zones.ts";
import type { Tx } from "../../../ctx.ts";
import type { Db } from "../../../platform/db.ts";
import { BadInput } from "../../../platform/errors.ts";
import { findTimeZone, updateTimeZone } from "./store.ts";

const locale = "en";

/** How a person without a known time zone reads. */
export const defaultReader: FormatContext = { locale, timeZone: "UTC" };

/** How a person reads dates, money and names, in emails, pushes and PDFs. */
export const readerOf = async (db: Db, personId: string): Promise<FormatContext> => ({
  locale,
  timeZone: (await findTimeZone(db, personId)) ?? defaultReader.timeZone,
});

/** Saves a person's time zone. @throws BadInput unless it is an IANA name */
export async function setTimeZone(tx: Tx, personId: string, timeZone: string): Promise<void> {
  if (!isTimeZone(timeZone))
    throw new BadInput("timeZone", "Must be an IANA time zone, such as Europe/Zurich.");
  await updateTimeZone(tx.db, personId, timeZone);
}
