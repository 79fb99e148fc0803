import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { expectAccessible } from "../../../gallery/accessibility.ts";
import { AppFrame } from "../../../gallery/app-frame.tsx";
import { answerRequests, graphqlRefusal, type Answer } from "../../../gallery/network.ts";
import { CouponForm } from "./coupon-form.tsx";

const options = {
  currencyCodes: ["USD", "JPY"],
  plans: [
    { id: "basic-monthly", name: "Basic", period: 1, periodUnit: "month", isOffered: true },
    { id: "old", name: "Old", period: 1, periodUnit: "month", isOffered: false },
  ],
} as never;
const created = { couponCreate: { __typename: "StudioCoupon", id: "SPRING" } };

async function show(answer: Answer = () => created) {
  const sent = answerRequests({ CouponCreate: answer });
  let saves = 0;
  const screen = await render(
    <AppFrame>
      <CouponForm options={options} now="2026-11-20T12:00:00Z" onSaved={() => saves++} />
    </AppFrame>,
  );
  const named = (name: string) => page.elementLocator(screen.container.querySelector(`[name="${name}"]`)!);
  return {
    screen,
    sent,
    named,
    saves: () => saves,
    make: screen.getByRole("button", { name: "Create promo code" }),
  };
}

test("asks for what is missing, and focuses the first field", async () => {
  const { screen, sent, named, make } = await show();
  await make.click();
  for (const name of ["code", "basisPoints"])
    await expect.element(named(name)).toHaveAttribute("aria-invalid", "true");
  await expect.element(named("code")).toHaveFocus();
  expect(sent).toEqual([]);
  await expectAccessible(screen.container);
});

test("creates a percentage for chosen plans once for a double click, and empties the form", async () => {
  const { screen, sent, named, make, saves } = await show();
  await named("code").fill("spring");
  await named("basisPoints").fill("12,5");
  await screen.getByRole("checkbox", { name: /Basic/ }).click();
  await named("maxRedemptions").fill("50");
  await make.dblClick();
  await expect.element(named("code")).toHaveValue("");
  expect(saves()).toBe(1);
  expect(sent.map(({ body }) => body)).toEqual([
    {
      input: {
        code: "spring",
        discountType: "percentage",
        basisPoints: 1250,
        amounts: [],
        duration: "one_time",
        months: null,
        forStudents: false,
        planIds: ["basic-monthly"],
        redeemBy: null,
        maxRedemptions: 50,
      },
    },
  ]);
});

test("needs an amount in one currency at least, without cents in yen", async () => {
  const { screen, sent, named, make } = await show();
  await named("code").fill("spring");
  await screen.getByText("Fixed amount").click();
  await make.click();
  await expect.element(named("amounts.USD")).toHaveAttribute("aria-invalid", "true");
  await named("amounts.USD").fill("5.50");
  await named("amounts.JPY").fill("5.50");
  await make.click();
  await expect.element(named("amounts.JPY")).toHaveAttribute("aria-invalid", "true");
  await expect.element(named("amounts.USD")).not.toHaveAttribute("aria-invalid");
  expect(sent).toEqual([]);
  await named("amounts.JPY").fill("");
  await make.click();
  await expect
    .poll(() => sent[0]?.body)
    .toMatchObject({ input: { basisPoints: null, amounts: [{ currencyCode: "USD", amount: 550 }] } });
});

test.each(["code", "redeemBy", "maxRedemptions"])(
  "shows a refusal of %s next to its field, and preserves the input",
  async (field) => {
    const { named, make } = await show(() => graphqlRefusal("BAD_INPUT", field));
    await named("code").fill("spring");
    await named("basisPoints").fill("40");
    await make.click();
    await expect.element(named(field)).toHaveAttribute("aria-invalid", "true");
    await expect.element(named(field)).toHaveAccessibleDescription(/\w{3}/);
    await expect.element(named("basisPoints")).toHaveValue("40");
  },
);

test("shows a code that exists already, and reloads the list", async () => {
  const { named, make, saves } = await show(() => graphqlRefusal("COUPON_EXISTS"));
  await named("code").fill("spring");
  await named("basisPoints").fill("40");
  await make.click();
  await expect.element(named("code")).toHaveAccessibleDescription(/already exists/);
  expect(saves()).toBe(1);
});
