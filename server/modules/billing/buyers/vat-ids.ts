import { checkVAT, countries } from "jsvat-next";

/** A VAT id in its written form: capitals, without spaces, dots or hyphens. */
export const writtenVatId = (text: string): string => text.replaceAll(/[\s.\-/]/g, "").toUpperCase();

/** Whether a VAT id has the format and the checksum of its country, in written form. */
export const isVatId = (vatId: string): boolean => checkVAT(vatId, countries).isValid;
