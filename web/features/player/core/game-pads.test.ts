import { expect, test } from "vitest";
import { listenToPads } from "./game-pads.ts";

interface Pad {
  index: number;
  axes: number[];
  buttons: { pressed: boolean }[];
}

/** A machine whose frames come when the test says so. */
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

test("a button is pressed once for as long as it is held, and so is each direction of a stick", () => {
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

test("what wakes a pad up is not a press, and an axis that rests at its end is none", () => {
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

test("nothing is asked while no pad is there, and it goes on when one comes, or is changed for another", () => {
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
