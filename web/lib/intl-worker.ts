// Each kind of formatter of a process reads its own list of the browser's locales.
const locale = self.name;
new Intl.NumberFormat(locale).format(0);
new Intl.DateTimeFormat(locale).format(0);
new Intl.ListFormat(locale).format([]);
self.close();
