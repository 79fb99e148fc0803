import type { I18n, MessageDescriptor, MessageOptions } from "@lingui/core";
import { isolateValues } from "../../contract/formats/isolate.ts";

type Values = Record<string, unknown>;

/** Isolates texts of another direction, such as names, wherever a sentence of the catalog inserts them. */
export function isolateInsertedTexts(i18n: I18n): void {
  const translate = i18n._.bind(i18n);
  i18n.t = i18n._ = (message: MessageDescriptor | string, values?: Values, options?: MessageOptions) =>
    typeof message === "string"
      ? translate(message, values && isolateValues(values), options)
      : translate({ ...message, values: isolateValues(message.values ?? {}) });
}
