import { createElement, type ComponentType, type SVGProps } from "react";

/** An icon of Lucide: its elements in a square of 24 units. */
interface IconData {
  readonly node: readonly (readonly [tag: string, attributes: Record<string, string>])[];
}

/**
 * Makes the component of an icon, in place of Lucide's own function, whose color, size and stroke are set by style sheets here.
 * That one is 1.5 KB of every first load. Lucide's icon modules import this one by an alias in the build.
 */
export default function createLucideIcon({ node }: IconData): ComponentType<SVGProps<SVGSVGElement>> {
  const children = node.map(([tag, attributes]) => createElement(tag, attributes));
  function LucideIcon(props: SVGProps<SVGSVGElement>) {
    return createElement(
      "svg",
      {
        viewBox: "0 0 24 24",
        width: 24,
        height: 24,
        fill: "none",
        stroke: "currentColor",
        strokeWidth: 2,
        strokeLinecap: "round",
        strokeLinejoin: "round",
        ...props,
      },
      children,
    );
  }
  return LucideIcon;
}
