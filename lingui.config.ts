/** English is the source; a translation is a catalogue beside it. */
export default {
  sourceLocale: "en",
  locales: ["en"],
  catalogs: [{ path: "<rootDir>/web/messages/{locale}", include: ["web"], exclude: ["**/*.test.*"] }],
};
