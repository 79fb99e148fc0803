export { markOpen, readConfirmations, saveConfirmedStep } from "./opening.ts";
export { countMailingList, mailingListCsv } from "./mailing-list/mailing-list.ts";
export { insertTranslations } from "./translations/store.ts";
export {
  defineTranslated,
  hasClassTexts,
  readClassTexts,
  removeTranslations,
  translated,
} from "./translations/translations.ts";
export { seedOpenStudio } from "./seed.ts";
