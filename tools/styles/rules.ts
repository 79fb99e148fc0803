import postcss, { type AtRule, type ChildNode, type Container } from "postcss";
import type { StyleRule } from "../../contract/boot.ts";

/** Classes of a rule that is always kept. */
const always: string[][] = [[]];

/**
 * Class names that elements must have for a selector to match. What is inside parentheses, as of `:is()` and `:not()`, and attributes are
 * ignored. A selector with unusual characters needs none: when in doubt, its rule is kept.
 */
function classesOf(selector: string): string[] {
  if (/\\[^/:.%]|[^ -~]/.test(selector)) return [];
  let outside = selector.replaceAll(/\[(?:"[^"]*"|'[^']*'|[^\]"'])*\]/g, "");
  for (let before = ""; before !== outside;) {
    before = outside;
    outside = outside.replaceAll(/\([^()]*\)/g, "");
  }
  return [...outside.matchAll(/\.((?:[\w-]|\\.)+)/g)].map(([, name = ""]) => name.replaceAll("\\", ""));
}

/** Splits a style sheet into its rules, in order. */
export function styleRulesOf(css: string): StyleRule[] {
  const rules: StyleRule[] = [];
  const layers = new Set<string>();
  const walk = (parent: Container<ChildNode>, within: string[]): void => {
    parent.each((node) => {
      if (node.type === "comment" || node.type === "decl") return;
      const css = node.toString();
      if (node.type === "rule") rules.push({ within, css, classes: node.selectors.map(classesOf) });
      else if (!holdsRules(node)) rules.push({ within, css, classes: always });
      else {
        const name = `@${node.name} ${node.params}`;
        // Layers are ordered by their first mention, which the rules of a layer may not be part of.
        if (node.name === "layer" && within.length === 0 && !layers.has(name)) {
          layers.add(name);
          rules.push({ within, css: `${name};`, classes: always });
        }
        walk(node as Container<ChildNode>, [...within, name]);
      }
    });
  };
  walk(postcss.parse(css), []);
  return rules;
}

/** Whether an at-rule holds rules of elements. */
const holdsRules = ({ name, nodes }: AtRule): boolean =>
  nodes !== undefined && ["layer", "media", "supports", "container"].includes(name);
