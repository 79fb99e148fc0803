import { formatDate } from "../../contract/formats/dates.ts";
import { formatList } from "../../contract/formats/names.ts";
import { formatPercent } from "../../contract/formats/numbers.ts";

// In a process, each kind of formatter reads its own list of the browser's locales, whatever the language.
const context = { locale: "en", timeZone: "UTC" };
formatPercent(0, context);
formatDate(new Date(0), "date", context);
formatList([], context);
self.close();
