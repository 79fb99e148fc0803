import { renderToStaticMarkup } from "react-dom/server";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MarkdownBody } from "./markdown-body.tsx";

/** What people try: from DOMPurify's tests, OWASP's and PortSwigger's sheets. None holds a name, which would be a link of the app. */
const payloads = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg/onload=alert(1)>",
  "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
  "<iframe src=javascript:alert(1)></iframe>",
  '<a href="javascript:alert(1)">x</a>',
  "<body onload=alert(1)>",
  "<details open ontoggle=alert(1)>",
  "<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
  "<form><math><mtext></form><form><mglyph><svg><mtext><style><path id=</style><img onerror=alert(1) src>",
  "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
  "<template><script>alert(1)</script></template>",
  "<object data=data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==>",
  "<embed src=javascript:alert(1)>",
  "<link rel=stylesheet href=//evil.test>",
  "<base href=//evil.test/>",
  "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
  "<input autofocus onfocus=alert(1)>",
  "<video><source onerror=alert(1)></video>",
  "<!--><img src=x onerror=alert(1)>-->",
  "<![CDATA[><script>alert(1)</script>]]>",
  "<x/onclick=alert(1)>click",
  '"><script>alert(1)</script>',
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  "[x](java\tscript:alert(1))",
  "[x](&#106;avascript:alert(1))",
  "[x](javascript&colon;alert(1))",
  "[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
  "[x](vbscript:msgbox(1))",
  "[x](file:///etc/passwd)",
  "[x](//evil.test)",
  `[x](https://${"user"}:${"word"}@evil.test)`,
  "[x](<javascript:alert(1)>)",
  "[x]: javascript:alert(1)\n\n[x]",
  "<javascript:alert(1)>",
  "<data:text/html,x>",
  "![x](javascript:alert(1))",
  "![x](https://evil.test/pixel.png)",
  '![x](x "onerror=alert(1)")',
  '![x" onerror="alert(1)](https://a.test/x.png)',
  '[x](https://a.test "onmouseover=alert(1)")',
  '[a](https://a.test" onmouseover="alert(1))',
  "`<script>alert(1)</script>`",
  "```html\n<script>alert(1)</script>\n```",
  "    <script>alert(1)</script>",
  "> <script>alert(1)</script>",
  "- <img src=x onerror=alert(1)>",
  "# <img src=x onerror=alert(1)>",
  "| <img src=x onerror=alert(1)> |\n|---|\n| <svg onload=alert(1)> |",
  "**<b onmouseover=alert(1)>x</b>**",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "\u2028<script>alert(1)</script>",
  "<scr\u0000ipt>alert(1)</script>",
  "https://a.test/<script>alert(1)</script>",
  'www.a.test/"onclick=alert(1)',
];

const allowed =
  /^<\/?(?:div|p|strong|em|del|code|pre|br|ul|ol|li|blockquote|hr|a)(?: (?:class|href|rel|target|start)="[^"<>]*")*\/?>$/;

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

describe("what people write can't act", () => {
  test.each(payloads)("%s", expectHarmless);
  test("nor can two of them together, in any order", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...payloads),
        fc.constantFrom("", "\n", "\n\n", " "),
        fc.constantFrom(...payloads),
        (one, gap, other) => expectHarmless(one + gap + other),
      ),
    );
  });
  test("nor can anything else", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."<>\"'`[]()!*_~#|-\\&;:/= \nax1") }), expectHarmless),
    );
  });
});

test("marks become elements, pictures links, and HTML stays text", () => {
  const html = renderToStaticMarkup(
    <MarkdownBody
      text={
        "**bold** *slanted* ~~gone~~ `code`\n\n1. one\n2. two\n\n<b>not</b> ![shoe](https://a.test/x.png)"
      }
    />,
  );
  expect(html).toContain("<strong>bold</strong> <em>slanted</em> <del>gone</del> <code>code</code>");
  expect(html).toContain('<ol start="1"><li>one</li><li>two</li></ol>');
  expect(html).toContain("&lt;b&gt;not&lt;/b&gt;");
  expect(html).toContain('href="https://a.test/x.png"');
  expect(html).not.toContain("<img");
});
