import type { Build } from "./body.ts";

/** sRGB, as #rrggbb. */
export type Hex = `#${string}`;

/** What a dancer looks like. Clothes decide which parts of the body are drawn. */
export type Look = {
  build: Build;
  skin: Hex;
  lips: Hex;
  hair: {
    kind:
      | "buns"
      | "flattop"
      | "long"
      | "ponytail"
      | "tousled"
      | "afro"
      | "bob"
      | "curls"
      | "braids"
      | "shaved";
    color: Hex;
  };
  /** `sleeves` and `bands` across the chest are of the top's color when left out. */
  top: {
    kind: "tee" | "crop" | "tank" | "long" | "hoodie";
    color: Hex;
    trim: Hex;
    sleeves?: Hex;
    bands?: Hex;
  };
  /** `stripe` runs down the outside of each leg. */
  bottom: {
    kind: "joggers" | "wide" | "leggings" | "shorts" | "flare" | "skirt";
    color: Hex;
    trim: Hex;
    stripe?: Hex;
  };
  socks?: Hex;
  shoes: { kind: "sneaker" | "heel" | "bare"; color: Hex; sole: Hex };
  headband?: Hex;
  wristbands?: Hex;
  earrings?: Hex;
  beard?: Hex;
  glasses?: Hex;
};
