import fc from "fast-check";
import { expect, test } from "vitest";
import { isOfAudience, mayView } from "./privacy.ts";
import { audiences, profileParts } from "./store.ts";

const onlooker = fc.record({
  isSelf: fc.boolean(),
  isMember: fc.boolean(),
  isFollowing: fc.boolean(),
  isFollowed: fc.boolean(),
});
const narrower = [...audiences];

test("includes everyone of a narrower audience in every wider one", () => {
  fc.assert(
    fc.property(onlooker, (who) => {
      const seen = narrower.map((audience) => isOfAudience(audience, who));
      expect(seen).toEqual([...seen].sort((a, b) => Number(b) - Number(a)));
    }),
  );
});

test("shows people their own page in full", () => {
  fc.assert(
    fc.property(fc.constantFrom(...audiences), (audience) =>
      isOfAudience(audience, { isSelf: true, isMember: false, isFollowing: false, isFollowed: false }),
    ),
  );
});

test("checks the audience of each part", () => {
  const privacy = Object.fromEntries(profileParts.map((part) => [part, "everyone" as const]));
  const stranger = { isSelf: false, isMember: false, isFollowing: false, isFollowed: false };
  expect(mayView({ ...privacy, bio: "members" } as never, "bio", stranger)).toBe(false);
  expect(mayView({ ...privacy, bio: "members" } as never, "links", stranger)).toBe(true);
});
