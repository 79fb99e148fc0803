import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { isolateInsertedTexts } from "./isolate-inserted-texts.ts";

test("isolates names of the other direction in texts by id, by descriptor and by the shorthand", () => {
  const i18n = setupI18n({ locale: "en", messages: { en: { likes: [["name"], " (2 likes)"] } } });
  isolateInsertedTexts(i18n);
  const values = { name: "נועה" };
  const shown = "\u2068נועה\u2069 (2 likes)";
  expect(i18n._("likes", values)).toBe(shown);
  expect(i18n._({ id: "likes", values })).toBe(shown);
  expect(i18n.t("likes", values)).toBe(shown);
  expect(i18n._("likes", { name: "Noa" })).toBe("Noa (2 likes)");
});
