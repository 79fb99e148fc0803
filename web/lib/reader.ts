import { i18n } from "@lingui/core";
import type { FormatContext } from "../../contract/formats/context.ts";
import { deviceTimeZone } from "../../contract/formats/time-zones.ts";

let timeZone: string | undefined;

/** How the person at this device reads: the page’s language, the device’s time zone. */
export const here = (): FormatContext => ({
  locale: i18n.locale || "en",
  timeZone: (timeZone ??= deviceTimeZone()),
});
