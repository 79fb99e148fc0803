import fontUrl from "../../../ui/fonts/instrument-sans.woff2?url";

/** Address of the text font, for the frames of payment providers: they can't read the page's style sheets. */
export const fieldFontUrl = (): string => new URL(fontUrl, location.origin).href;
