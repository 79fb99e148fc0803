import type { Page } from "@playwright/test";

/** Collects what the studio wrote, such as names of plans and classes, from all answers to this page. */
export function collectContent(page: Page): Set<string> {
  const content = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === "string") content.add(value.trim());
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(collect);
  };
  page.on("response", async (response) => {
    const type = response.headers()["content-type"] ?? "";
    // A page that is left takes its answers along.
    if (type.includes("json")) collect(await response.json().catch(() => null));
    else if (type.includes("html")) {
      const html = await response.text().catch(() => "");
      const boot = /<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(html)?.[1];
      if (boot) collect(JSON.parse(boot));
    }
  });
  return content;
}

/** The visible texts of a page, with names and hints that screen readers read. */
export const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const isShown = ({ parentElement: parent }: Node): boolean =>
      !parent?.closest("script, style, noscript, svg") &&
      // Countries are named by the browser.
      !(parent instanceof HTMLOptionElement && /^[A-Z]{2}$/.test(parent.value));
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (node) =>
      isShown(node) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT,
    );
    while (walker.nextNode()) found.push(walker.currentNode.textContent ?? "");
    for (const named of document.querySelectorAll("[aria-label], [placeholder], [alt], [title]"))
      for (const name of ["aria-label", "placeholder", "alt", "title"])
        found.push(named.getAttribute(name) ?? "");
    return found.map((text) => text.trim()).filter(Boolean);
  });

/** Pixels by which a page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
