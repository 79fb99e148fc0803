import type { Client } from "braintree-web/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { askBank, bankLimitMs } from "./bank.ts";

type Heard = Record<string, ((...given: readonly unknown[]) => void) | undefined>;
/** Cardinal's listeners, one per event like in its script. */
let heard: Heard;
/** The nonces of the cards whose bank opened its page. */
let opened: string[];
let setups: number;
beforeEach(() => {
  heard = {};
  opened = [];
  setups = 0;
  window.Cardinal = {
    configure: () => undefined,
    on: (event: string, listener: () => void) => (heard[event] = listener),
    off: (event: string) => delete heard[event],
    setup: () => (setups += 1),
    trigger: async () => ({ Status: true }),
    continue: (_kind: string, { AcsUrl }: { AcsUrl: string }) => {
      opened.push(AcsUrl);
      heard["ui.render"]?.();
    },
  };
});
afterEach(() => {
  vi.useRealTimers();
  delete window.Cardinal;
});

const becomeReady = () => heard["payments.setupComplete"]?.({ sessionId: "session" });
const answerAs = (jwt: string) => {
  heard["ui.close"]?.();
  heard["payments.validated"]?.({ ActionCode: "SUCCESS", Validated: true, ErrorNumber: 0 }, jwt);
};

/** Braintree's script for an account whose every card's bank asks; its 3-D Secure is the real one. */
const client = {
  getVersion: () => "3.144.0",
  getConfiguration: () => ({
    authorizationFingerprint: "fingerprint",
    analyticsMetadata: {},
    gatewayConfiguration: {
      environment: "sandbox",
      assetsUrl: "https://assets.example.test",
      threeDSecureEnabled: true,
      threeDSecure: { cardinalAuthenticationJWT: "jwt", cardinalSongbirdUrl: "data:text/javascript,//" },
    },
  }),
  _request: () => undefined,
  request: async ({ endpoint, data }: { endpoint: string; data: { jwt?: string } }) => {
    const [, card, act] = endpoint.split("/").filter((part) => part !== "three_d_secure");
    return act === "lookup"
      ? {
          paymentMethod: { nonce: card },
          threeDSecureInfo: {},
          lookup: { acsUrl: card, transactionId: "transaction", threeDSecureVersion: "2.1.0" },
        }
      : {
          paymentMethod: { nonce: `${card} ${data.jwt}` },
          threeDSecureInfo: { liabilityShifted: true, liabilityShiftPossible: true },
        };
  },
} as unknown as Client;
const ask = (nonce: string) =>
  askBank(client, { nonce, bin: "400000", amount: "14.99" }).then(
    (answer) => answer?.nonce,
    (error: { code: string }) => error.code,
  );

test("answers a question though an earlier one was left before Cardinal was ready", async () => {
  const first = ask("first");
  await expect.poll(() => setups).toBe(1);
  const second = ask("second");
  becomeReady();
  expect(await first).toBe("THREEDS_SILENT");
  await expect.poll(() => setups).toBe(2);
  becomeReady();
  await expect.poll(() => opened).toEqual(["second"]);
  answerAs("confirmed");
  expect(await second).toBe("second confirmed");
});

test("answers a question though an earlier one's page was left open", async () => {
  const first = ask("first");
  await expect.poll(() => setups).toBe(1);
  becomeReady();
  await expect.poll(() => opened).toEqual(["first"]);
  const second = ask("second");
  expect(await first).toBe("THREEDS_SILENT");
  await expect.poll(() => setups).toBe(2);
  becomeReady();
  await expect.poll(() => opened).toEqual(["first", "second"]);
  answerAs("confirmed");
  expect(await second).toBe("second confirmed");
  await expect.poll(() => Object.keys(heard)).toEqual([]);
});

test("ends a question whose page doesn't open in time", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const answer = ask("card");
  await expect.poll(() => setups).toBe(1);
  await vi.advanceTimersByTimeAsync(bankLimitMs);
  expect(await answer).toBe("THREEDS_SILENT");
});

test("waits for the person as long as the bank's page is open", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const answer = ask("card");
  await expect.poll(() => setups).toBe(1);
  becomeReady();
  await expect.poll(() => opened).toEqual(["card"]);
  await vi.advanceTimersByTimeAsync(10 * bankLimitMs);
  answerAs("confirmed");
  await vi.waitFor(async () => expect(await answer).toBe("card confirmed"));
});

test("ends a question at once where Cardinal's script is blocked and the bank wants the person", async () => {
  delete window.Cardinal;
  expect(await ask("card")).toBe("THREEDS_SILENT");
});
