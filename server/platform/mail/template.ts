import type { FormatContext } from "../../../contract/formats/context.ts";
import { writeTexts } from "./content.ts";
import type { EmailContent, EmailTexts } from "./content.ts";

const isDefined = Symbol("made by defineEmail");

/** Who reads an email, and the studio that writes it. */
export interface EmailReader extends FormatContext {
  readonly studioName: string;
}

/** An email that isn't written yet: a template and its values. Only `defineEmail` makes one. */
export interface Email {
  readonly [isDefined]: true;
  readonly name: string;
  /** Contains names or text of other people: sent to a verified address or not at all. */
  readonly isOfOthers: boolean;
  /** Writes it in the recipient’s language and time zone. */
  write(reader: EmailReader): EmailContent;
}

/** An email with demo values, for the gallery and the tests of all emails. */
export interface EmailPreview {
  readonly name: string;
  readonly variant: string;
  readonly email: Email;
}

interface Definition<Props> {
  /** The module and the subject: `billing.receipt`. Unique. */
  readonly name: string;
  readonly isOfOthers?: true;
  /** Values of demo people, one entry for each state that looks different. Text that people write contains “Demo”. */
  readonly previews: { readonly usual: Props; readonly [variant: string]: Props };
  /** Dates, amounts and names are formatted for the reader by `contract/formats/`. */
  write(props: Props, reader: EmailReader): EmailTexts;
}

const previews = new Map<string, readonly EmailPreview[]>();

/** Declares an email, and shows it in the gallery. @returns makes one for its recipient */
export function defineEmail<Props>(definition: Definition<Props>): (props: Props) => Email {
  const { name, isOfOthers = false, write } = definition;
  if (previews.has(name)) throw new Error(`There are two emails with the name ${name}.`);
  const make = (props: Props): Email => ({
    [isDefined]: true,
    name,
    isOfOthers,
    write: (reader) => writeTexts(write(props, reader), reader.locale),
  });
  previews.set(
    name,
    Object.entries(definition.previews).map(([variant, props]) => ({ name, variant, email: make(props) })),
  );
  return make;
}

/** Every declared email with demo values, by name. */
export const listPreviews = (): EmailPreview[] =>
  [...previews.entries()].toSorted(([one], [other]) => (one < other ? -1 : 1)).flatMap(([, all]) => all);
