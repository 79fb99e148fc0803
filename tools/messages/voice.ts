/** Rules for texts that people read: words and patterns to avoid, and sentences glued from pieces. CONTRIBUTING.md names them. */
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { parseSync, Visitor } from "oxc-parser";
import type { Expression } from "oxc-parser";

/** Characters of a sentence, and sentences of a text, at most. */
const maxSentence = 90;
const maxSentences = 3;
/** Stands for a value when a sentence is measured. */
const hole = "12 classes";

const patterns: readonly (readonly [RegExp, string])[] = [
  [/\b(?:some|any|no|every)body\b/i, "use someone, anyone, no one, everyone"],
  [/\bwh(?:o|at|ich|om)ever\b/i, "name the person or thing"],
  [
    /\banew\b|\bmeanwhile\b|\bat once\b|, too\b|\bby (?:itself|themselves)\b|\bas it was\b/i,
    "rewrite it plainly",
  ],
  [/\be-mail/i, "use email"],
  [
    /\b(?:films?|lessons?|teachers?|coupons?|grown-?ups?)\b/i,
    "use video, class, instructor, promo code, adult",
  ],
  [/(?<!in )\bpictures?\b(?! in)/i, "use image, photo, or thumbnail"],
  [/\btonight\b/i, "use today"],
  [/\bthe studio (?:didn’t|doesn’t|couldn’t|can’t) (?:answer|come)/i, "name what failed"],
  [/\bpractis|\bcancelled\b|\bcolour|\bfavour/i, "use US spelling"],
  [/\w\(s\)/i, "use an ICU plural"],
  [/\w %/, "write % without a space"],
  [/['"]|\.\.\./, "use ’ “ ” …"],
  [/^(?:Yes|No)[.,]?$/, "name the result"],
  [/;/, "make two sentences"],
  [/^[\s,.;)]|\s$/, "write the whole sentence as one message"],
];

/** Consent is stored with its exact words, so a new wording asks everyone again. */
const agreedWordings: ReadonlySet<string> = new Set([
  "With your consent, we record the pages you visit (analytics) and the ad that brought you here (advertising). We never sell your data. Everything works the same if you decline.",
]);

type Token = string | readonly [string, string?, (Record<string, readonly Token[]> | string)?];

/** The variants of a message: one for each case of its plurals and selects, with a stand-in for each value. */
function variantsOf(message: string): string[] {
  const compiled = compileMessageOrThrow(message) as unknown;
  const expand = (tokens: readonly Token[]): string[] =>
    tokens.reduce<string[]>(
      (heads, token) => {
        const cases = typeof token === "string" ? undefined : token[2];
        const tails =
          typeof token === "string"
            ? [token]
            : typeof cases === "object"
              ? Object.entries(cases).flatMap(([name, branch]) => (name === "offset" ? [] : expand(branch)))
              : [hole];
        return heads.flatMap((head) => tails.map((tail) => head + tail));
      },
      [""],
    );
  return expand((typeof compiled === "string" ? [compiled] : compiled) as readonly Token[]);
}

/** What is wrong with a text in English; empty if nothing is. */
export function voiceFaultsOf(message: string): string[] {
  if (agreedWordings.has(message)) return [];
  const faults = new Set<string>();
  for (const variant of variantsOf(message)) {
    const text = variant.replaceAll(/<\/?\d+\/?>/g, "");
    for (const [pattern, advice] of patterns)
      if (pattern.test(text)) faults.add(`“${pattern.exec(text)![0]}”: ${advice}`);
    const sentences = text.split(/(?<=[.!?…]”?)\s+/);
    if (sentences.length > maxSentences)
      faults.add(`${sentences.length} sentences: use at most ${maxSentences}`);
    for (const sentence of sentences)
      if (sentence.length > maxSentence)
        faults.add(`${sentence.length} characters in a sentence: use at most ${maxSentence}`);
  }
  return [...faults];
}

/** A place where a file builds a sentence from pieces. */
export interface Glue {
  readonly line: number;
  readonly advice: string;
}

const isMessage = (node: Expression | null | undefined): boolean =>
  (node?.type === "TaggedTemplateExpression" && node.tag.type === "Identifier" && node.tag.name === "t") ||
  (node?.type === "CallExpression" &&
    node.callee.type === "Identifier" &&
    /^(?:t|msg|plural)$/.test(node.callee.name));

const isLowered = (node: unknown): boolean => {
  const call = node as { type?: string; callee?: { property?: { name?: string } } } | null;
  return (
    call?.type === "CallExpression" && /^to(?:Locale)?LowerCase$/.test(call.callee?.property?.name ?? "")
  );
};

/** Sentences that a file builds from lower-cased labels, joined messages or plurals by hand. */
export function glueOf(file: string, code: string): Glue[] {
  const found: Glue[] = [];
  /** Templates of messages: a plural in one is part of its message. */
  const own = new Set<number>();
  const add = (start: number, advice: string): void =>
    void found.push({ line: code.slice(0, start).split("\n").length, advice });
  new Visitor({
    TaggedTemplateExpression(node) {
      if (!isMessage(node)) return;
      own.add(node.quasi.start);
      for (const value of node.quasi.expressions)
        if (isLowered(value))
          add(value.start, "a lower-cased label in a sentence: write one message for each");
    },
    TemplateLiteral({ expressions, start }) {
      if (!own.has(start) && expressions.some((value) => isMessage(value)))
        add(start, "a message within a template: write one message");
    },
    BinaryExpression({ operator, left, right, start }) {
      if (operator === "+" && (isMessage(left as Expression) || isMessage(right)))
        add(start, "a message joined by +: write one message");
    },
    CallExpression({ callee, arguments: [first], start }) {
      if (
        callee.type === "MemberExpression" &&
        callee.property.type === "Identifier" &&
        callee.property.name === "join" &&
        isMessage(first as Expression | undefined)
      )
        add(start, "a list joined by a message: use formatList");
    },
    ConditionalExpression({ test, consequent, alternate, start }) {
      const isOne =
        test.type === "BinaryExpression" &&
        /^[!=]==$/.test(test.operator) &&
        test.right.type === "Literal" &&
        test.right.value === 1;
      if (isOne && (isMessage(consequent) || isMessage(alternate)))
        add(start, "a plural by hand: use an ICU plural");
    },
  }).visit(parseSync(file, code).program);
  return found;
}
