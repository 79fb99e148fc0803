import { expect, test } from "./test.ts";

/**
 * Fakes Stripe.js, which only Stripe may serve: fields are plain inputs, answers have Stripe's shape. Our own part is tested:
 * when it is loaded, its parameters, and the handling of its answers.
 */
const stripeCode = `
  const asked = (window.askedOfStripe = []);
  const field = (name) => {
    const listeners = {};
    return {
      on: (event, listener) => { listeners[event] = listener; },
      destroy: () => {},
      mount: (box) => {
        const input = document.createElement(name === "payment" ? "input" : "button");
        input.setAttribute("aria-label", name === "payment" ? "Stripe card" : "Stripe wallet");
        input.type = name === "payment" ? "text" : "button";
        input.id = "stripe-" + name;
        input.textContent = name;
        if (name !== "payment") input.onclick = () => listeners.confirm({ expressPaymentType: "google_pay", paymentFailed: () => {} });
        box.append(input);
        listeners.ready?.({ availablePaymentMethods: { googlePay: true } });
      },
    };
  };
  window.Stripe = Object.assign((key) => ({
    _registerWrapper: () => {},
    registerAppInfo: () => {},
    elements: (options) => {
      asked.push({ key, mode: options.mode, amount: options.amount, currency: options.currency, font: options.fonts[0].src });
      return {
        create: field,
        getElement: () => null,
        update: (changed) => asked.push(changed),
        submit: async () => (document.getElementById("stripe-payment").value === "empty"
          ? { error: { type: "validation_error", message: "Your card number is incomplete." } } : {}),
      };
    },
    createPaymentMethod: async ({ params }) => (asked.push(params), document.getElementById("stripe-payment").value === "poor"
      ? { error: { type: "card_error", code: "card_declined", decline_code: "insufficient_funds" } }
      : { paymentMethod: { id: "pm_1QyZ8s2eZvKYlo2C" } }),
  }), { version: document.currentScript.src.split("/")[3] });
`;

// The CSP allows Stripe's code only on a server with Stripe's keys.
test.use({ bypassCSP: true });

test("loads Elements only with a key, charges nothing in a trial, and shows the bank’s message", async ({
  page,
}) => {
  await page.route("https://js.stripe.com/**", (route) =>
    route.fulfill({ contentType: "text/javascript", body: stripeCode }),
  );
  const sent: { gateway: { provider: string; token: string }; paymentMethodType: string }[] = [];
  await page.route("**/graphql", async (route) => {
    const { operationName, variables } = route.request().postDataJSON() as {
      operationName: string;
      variables: (typeof sent)[number];
    };
    if (operationName === "SubscriptionCreateV2") sent.push(variables);
    if (operationName !== "Plans") return route.continue();
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { paymentConfig: object } };
    Object.assign(body.data.paymentConfig, { provider: "stripe", publishableKey: "pk_test_journey" });
    return route.fulfill({ response: answer, json: body });
  });
  await page.goto("/checkout?plan=premium-yearly");
  const card = page.getByLabel("Stripe card");
  const commit = page.getByRole("button", { name: /^Start 14 days free, then pay \$119\.00/ });
  await expect(card).toBeVisible();
  await page.getByLabel("ZIP code").fill("97201");
  expect(
    await page.evaluate(() => (window as unknown as { askedOfStripe: object[] }).askedOfStripe[0]),
  ).toEqual({
    key: "pk_test_journey",
    mode: "setup",
    currency: "usd",
    font: expect.stringMatching(/^url\(http.+instrument-sans.+\.woff2\)$/),
  });
  // Stripe shows missing fields itself.
  await card.fill("empty");
  await commit.click();
  await expect(commit).not.toHaveAttribute("aria-busy", "true");
  expect(sent).toEqual([]);
  await card.fill("poor");
  await commit.click();
  await expect(page.getByText("Insufficient funds. You weren’t charged.")).toBeVisible();
  expect(sent).toEqual([]);
  // This server has no Stripe: the test checks the request only.
  await card.fill("good");
  await commit.click();
  await expect(page.getByText("Payments are temporarily unavailable.")).toBeVisible();
  expect(sent).toMatchObject([
    { gateway: { provider: "stripe", token: "pm_1QyZ8s2eZvKYlo2C" }, paymentMethodType: "card" },
  ]);
  await page.getByRole("button", { name: "Start over" }).click();
  await page.getByLabel("Stripe wallet").click();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]).toMatchObject({ paymentMethodType: "google_pay" });
});
