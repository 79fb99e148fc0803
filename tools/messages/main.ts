/**
 * `npm run messages`: writes the messages of the source code into the catalogs of `messages/` and lists those without a
 * translation, or that break the rules of `voice.ts`. `--check` writes nothing, and fails if a catalog isn't current, complete and
 * valid, or a text breaks a rule.
 */
import { readFileSync } from "node:fs";
import { sourceLocale, locales } from "../../contract/locales.ts";
import {
  catalogFile,
  faultOf,
  printCatalog,
  readTranslations,
  translated,
  writeCatalogs,
} from "./catalogs.ts";
import { extractMessages, messageFiles } from "./extract.ts";
import { pseudo } from "./pseudo.ts";
import { glueOf, voiceFaultsOf } from "./voice.ts";

const messages = await extractMessages();
const isCheck = process.argv.includes("--check");
const faults: string[] = [];
if (!isCheck) writeCatalogs(messages);
for (const locale of translated) {
  const translations = readTranslations(locale);
  for (const { id, message, files } of messages) {
    const translation = translations.get(id);
    const fault = translation === undefined ? "has no translation" : faultOf(message, translation);
    if (fault) faults.push(`${locale} ${files[0]}: “${message}” ${fault}`);
  }
}
for (const { message, files } of messages) {
  const fault = faultOf(message, pseudo(message));
  if (fault) faults.push(`pseudo-locale ${files[0]}: “${message}” ${fault}`);
}
for (const { message, files } of messages)
  for (const fault of voiceFaultsOf(message)) faults.push(`${files[0]}: “${message}” ${fault}`);
for (const { file, code } of messageFiles())
  for (const { line, advice } of glueOf(file, code)) faults.push(`${file}:${line}: ${advice}`);
if (isCheck)
  for (const locale of locales) {
    const translations = locale === sourceLocale ? new Map<string, string>() : readTranslations(locale);
    if (readFileSync(catalogFile(locale), "utf8") !== printCatalog(locale, messages, translations))
      faults.push(`messages/${locale}.po isn't current: run npm run messages, then translate what it lists.`);
  }
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`${messages.length} messages, ${faults.length} faults\n`);
process.exit(isCheck && faults.length > 0 ? 1 : 0);
