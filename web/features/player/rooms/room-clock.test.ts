import fc from "fast-check";
import { expect, test } from "vitest";
import { RoomClock } from "./room-clock.ts";

/** Fakes a device whose clock is `wrong` ms off and `ppm` fast, on a network with these `delays`. */
function device(wrong: number, ppm: number) {
  let time = 1_800_000_000_000;
  let skipped = 0;
  const local = () => (time - skipped) * (1 + ppm / 1e6) + wrong;
  const clock = new RoomClock(local);
  return {
    clock,
    ask(there: number, back: number) {
      const sent = local();
      time += there;
      const serverTime = time;
      time += back;
      clock.hear(sent, serverTime);
    },
    pass(ms: number) {
      time += ms;
    },
    /** Stops the device's clock for this time. */
    sleep(ms: number) {
      time += ms;
      skipped += ms;
    },
    offBy: () => Math.abs(clock.toRoom(local()) - time),
  };
}

test("returns no offset before the first answer", () => {
  expect(new RoomClock().offset).toBeNull();
});

test("stays within half of the shortest round trip for an hour, whatever the drift of the device's clock", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -300_000, max: 300_000 }),
      fc.integer({ min: -100, max: 100 }),
      fc.array(fc.tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 40 })), {
        minLength: 12,
        maxLength: 40,
      }),
      (wrong, ppm, delays) => {
        const one = device(wrong, ppm);
        for (const [n, [there, back]] of delays.entries()) {
          one.ask(there, back);
          one.ask(10, 20);
          expect(one.offBy()).toBeLessThan(25);
          one.pass(n % 2 === 0 ? 10_000 : 60_000);
          expect(one.offBy()).toBeLessThan(40);
        }
      },
    ),
  );
});

test("trusts the first answer after the device slept", () => {
  const one = device(5_000, 20);
  for (let n = 0; n < 8; n += 1) {
    one.ask(2, 2);
    one.pass(10_000);
  }
  one.sleep(1_800_000);
  one.ask(40, 60);
  expect(one.offBy()).toBeLessThan(15);
});
