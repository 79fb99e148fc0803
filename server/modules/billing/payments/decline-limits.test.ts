import { expect, test } from "vitest";
import { startBilling, server } from "../subscriptions/testing.ts";
import { cards, cardToken, subscribeAs } from "../testing.ts";

startBilling();

test("limits declined cards of one network, whichever accounts they are tried with", async () => {
  const from = (address: string) => ({ "x-forwarded-for": address });
  const tryCard = async (address: string, card: keyof typeof cards) => {
    const { data, errors } = await subscribeAs(server, await server.anonymous(), {
      token: await cardToken(server, cards[card]),
      withoutTrial: true,
      headers: from(address),
    });
    return errors[0]?.extensions.code ?? data!.subscriptionCreateV2.status;
  };
  const answers: string[] = [];
  for (let count = 0; count < 61; count += 1) answers.push(await tryCard("2001:db8:1:2::7", "declined"));
  expect(new Set(answers.slice(0, 60))).toEqual(new Set(["CARD_DECLINED"]));
  expect(answers[60]).toBe("RATE_LIMITED");
  // The other addresses of one customer are the same network.
  expect(await tryCard("2001:db8:1:2::8", "good")).toBe("RATE_LIMITED");
  expect(await tryCard("2001:db8:2:2::7", "good")).toBe("active");
});
