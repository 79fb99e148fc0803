import { renderToStaticMarkup } from "react-dom/server";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MarkdownBody } from "./markdown-body.tsx";
import { payloads } from "./payloads.ts";

const allowed =
  /^<\/?(?:div|p|strong|em|del|code|pre|br|ul|ol|li|blockquote|hr|a)(?: (?:class|dir|href|rel|target|start)="[^"<>]*")*\/?>$/;

function expectHarmless(markdown: string): void {
  const html = renderToStaticMarkup(<MarkdownBody text={markdown} />);
  for (const tag of html.match(/<[^>]*>/g) ?? []) {
    expect(tag).toMatch(allowed);
    const href = / href="([^"]*)"/.exec(tag)?.[1];
    if (href !== undefined) {
      expect(href).toMatch(/^https?:\/\//);
      expect(tag).toContain('rel="ugc nofollow noopener noreferrer"');
    }
  }
}

describe("user content can't execute", () => {
  test.each(payloads)("%s", expectHarmless);
  test("also with two payloads combined, in any order", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...payloads),
        fc.constantFrom("", "\n", "\n\n", " "),
        fc.constantFrom(...payloads),
        (one, gap, other) => expectHarmless(one + gap + other),
      ),
    );
  });
  test("also with random input", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."<>\"'`[]()!*_~#|-\\&;:/= \nax1") }), expectHarmless),
    );
  });
});

test("renders marks as elements and images as links, and HTML as text", () => {
  const html = renderToStaticMarkup(
    <MarkdownBody
      text={
        "**bold** *slanted* ~~gone~~ `code`\n\n1. one\n2. two\n\n<b>not</b> ![shoe](https://a.test/x.png)"
      }
    />,
  );
  expect(html).toContain("<strong>bold</strong> <em>slanted</em> <del>gone</del> <code>code</code>");
  expect(html).toContain('<ol start="1"><li dir="auto">one</li><li dir="auto">two</li></ol>');
  expect(html).toContain("&lt;b&gt;not&lt;/b&gt;");
  expect(html).toContain('href="https://a.test/x.png"');
  expect(html).not.toContain("<img");
});

test("lets every block run in the direction of its own text", () => {
  const html = renderToStaticMarkup(<MarkdownBody text={"مرحبا، أنا جديدة هنا\n\nHello"} />);
  expect(html).toContain('<p dir="auto">مرحبا');
  expect(html).toContain('<p dir="auto">Hello');
});

describe("the studio's documents", () => {
  const documentTag =
    /^<\/?(?:div|p|h2|h3|strong|em|del|code|pre|br|ul|ol|li|blockquote|hr|a)(?: (?:class|dir|href|rel|target|start)="[^"<>]*")*\/?>$/;
  const draw = (text: string) => renderToStaticMarkup(<MarkdownBody text={text} isDocument />);

  test.each(payloads)("can't execute either: %s", (payload) => {
    const html = draw(payload);
    for (const tag of html.match(/<[^>]*>/g) ?? []) {
      expect(tag).toMatch(documentTag);
      const href = / href="([^"]*)"/.exec(tag)?.[1];
      if (href !== undefined) expect(href).toMatch(/^(https?:\/\/|mailto:)/);
    }
  });

  test("link to the studio's other pages, and to no host without a scheme", () => {
    const html = draw("[Library](/library?style=house) [Other](//example.test/other)");
    expect(html).toContain('href="/library?style=house"');
    expect(html).not.toContain('other"');
  });

  test("have headings and email links, and leave usernames alone", () => {
    const html = draw(
      "# Imprint\n\n### Contact\n\n[Write](mailto:hello@studio.example) to @mira.marks at 10:30",
    );
    expect(html).toContain('<h2 class="t4" dir="auto">Imprint</h2>');
    expect(html).toContain('<h3 class="strong" dir="auto">Contact</h3>');
    expect(html).toContain('href="mailto:hello@studio.example"');
    expect(html).toContain("@mira.marks at 10:30");
    expect(html).not.toContain("/@mira.marks");
  });
});
