import { expect, test } from "vitest";
import { listenToPads } from "./game-pads.ts";

interface Pad {
  index: number;
  axes: number[];
  buttons: { pressed: boolean }[];
}

/** A fake host whose frames are driven by the test. */
function machine(pads: Pad[]) {
  let connect = (): void => undefined;
  let due: (() => void) | null = null;
  const pressed: string[] = [];
  const stop = listenToPads((key) => pressed.push(key), {
    pads: () => pads,
    nextFrame: (look) => (due = look),
    onConnected: (begin) => {
      connect = begin;
      return () => undefined;
    },
  });
  return {
    pressed,
    stop,
    isWatching: () => due !== null,
    frame: () => {
      const look = due;
      due = null;
      look?.();
    },
    connect: () => connect(),
  };
}
const pad = (index = 0): Pad => ({
  index,
  axes: [0, -1],
  buttons: [{ pressed: false }, { pressed: false }],
});

test("reports one press per held button or stick direction", () => {
  const one = pad();
  const { frame, pressed } = machine([one]);
  frame();
  one.buttons[1]!.pressed = true;
  frame();
  frame();
  one.buttons[1]!.pressed = false;
  one.axes[0] = -1;
  frame();
  one.axes[0] = 0.9;
  frame();
  expect(pressed).toEqual(["pad 1", "pad axis 0 -", "pad axis 0 +"]);
});

test("ignores the press that wakes a pad up, and an axis that rests at its end", () => {
  const one = pad();
  one.buttons[0]!.pressed = true;
  const { frame, pressed } = machine([one]);
  frame();
  frame();
  expect(pressed).toEqual([]);
  one.axes[1] = 0;
  frame();
  expect(pressed).toEqual(["pad axis 1 +"]);
});

test("polls only while a pad is connected, and resumes when one is connected or replaced", () => {
  const pads: Pad[] = [];
  const { frame, pressed, isWatching, connect, stop } = machine(pads);
  frame();
  expect(isWatching()).toBe(false);
  pads.push(pad());
  connect();
  frame();
  pads[0]!.buttons[0]!.pressed = true;
  frame();
  pads.pop();
  frame();
  const second = pad();
  second.buttons[0]!.pressed = true;
  pads.push(second);
  connect();
  frame();
  frame();
  expect(pressed).toEqual(["pad 0"]);
  stop();
  frame();
  expect(isWatching()).toBe(false);
});
