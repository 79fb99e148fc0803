import { locales, sourceLocale } from "./contract/locales.ts";

/** Read by Lingui's macros; `npm run messages` writes the catalogs. */
export default {
  sourceLocale,
  locales: [...locales],
  catalogs: [{ path: "<rootDir>/messages/{locale}", include: ["web"] }],
};
