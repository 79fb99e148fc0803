/** Braintree's XML: names with dashes, and types as attributes. */

export type XmlValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | Date
  | readonly XmlValue[]
  | XmlCollection
  | { readonly [name: string]: XmlValue };

/** A page of a list, with its objects under one name. */
export class XmlCollection {
  readonly fields: Readonly<Record<string, XmlValue>>;
  readonly name: string;
  readonly items: readonly XmlValue[];
  constructor(fields: Readonly<Record<string, XmlValue>>, name: string, items: readonly XmlValue[]) {
    this.fields = fields;
    this.name = name;
    this.items = items;
  }
}

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
const dashed = (name: string): string => name.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);

const fieldsOf = (fields: Readonly<Record<string, XmlValue>>): string =>
  Object.entries(fields)
    .map(([name, value]) => xmlOf(name, value))
    .join("");

/** An element. Undefined is left out. */
export function xmlOf(name: string, value: XmlValue): string {
  const tag = dashed(name);
  const typed = (type: string, text: string): string => `<${tag} type="${type}">${text}</${tag}>`;
  if (value === undefined) return "";
  if (value === null) return `<${tag} nil="true"/>`;
  if (typeof value === "string") return `<${tag}>${escape(value)}</${tag}>`;
  if (typeof value === "number") return typed("integer", String(value));
  if (typeof value === "boolean") return typed("boolean", String(value));
  if (value instanceof Date) return typed("datetime", value.toISOString());
  if (value instanceof XmlCollection) {
    const items = value.items.map((item) => xmlOf(value.name, item)).join("");
    return typed("collection", fieldsOf(value.fields) + items);
  }
  if (Array.isArray(value))
    return typed("array", value.map((item: XmlValue) => xmlOf("item", item)).join(""));
  return `<${tag}>${fieldsOf(value as Readonly<Record<string, XmlValue>>)}</${tag}>`;
}

export const xmlDocument = (name: string, value: XmlValue): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${xmlOf(name, value)}`;
