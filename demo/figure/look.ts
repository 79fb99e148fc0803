import type { Build } from "./body.ts";

/** sRGB, as #rrggbb. */
export type Hex = `#${string}`;

/** What a dancer looks like. Clothes decide which parts of the body are drawn. */
export type Look = {
  build: Build;
  skin: Hex;
  lips: Hex;
  hair: { kind: "bun" | "fade" | "ponytail" | "tousled" | "puff" | "bob" | "curls" | "braids"; color: Hex };
  top: { kind: "tee" | "crop" | "tank" | "long" | "hoodie"; color: Hex; trim: Hex };
  bottom: { kind: "joggers" | "wide" | "leggings" | "shorts" | "flare"; color: Hex; trim: Hex };
  shoes: { kind: "sneaker" | "heel" | "bare"; color: Hex; sole: Hex };
  headband?: Hex;
  wristbands?: Hex;
  earrings?: Hex;
  beard?: Hex;
  glasses?: Hex;
};
