export { announceLegalPage } from "./legal/pages.ts";
export { markOpen, readConfirmations, saveConfirmedStep } from "./opening.ts";
export { countMailingList, mailingListCsv } from "./mailing-list/mailing-list.ts";
export { insertTranslations } from "./translations/store.ts";
export type { TranslationRow } from "./translations/store.ts";
export {
  contentText,
  defineTranslated,
  hasClassTexts,
  keepTranslations,
  readClassTexts,
  removeTranslations,
  translated,
  untranslated,
} from "./translations/translations.ts";
export type { ClassTexts, TranslatedStudio } from "./translations/translations.ts";
export { changeSettings, guardSettings, savedSettings } from "./settings.ts";
export { seedOpenStudio } from "./seed.ts";
