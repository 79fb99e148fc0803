/** Forms of the account's settings. */
import type { ReactNode } from "react";
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { expectAccessible } from "../../../gallery/accessibility.ts";
import { AppFrame } from "../../../gallery/app-frame.tsx";
import { answerRequests, graphqlRefusal, late, refusal, type Answer } from "../../../gallery/network.ts";
import { longText } from "../../../gallery/story.ts";
import { EmailSetting } from "./email-setting.tsx";
import { MemberForm } from "./member-form.tsx";
import { PasswordSetting } from "./password-setting.tsx";
import { PinSetting } from "./pin-setting.tsx";
import { TwoStepsSetting } from "./two-step-setting.tsx";

const confirmed = <T,>(work: () => Promise<T>): Promise<T> => work();
const none = (): void => undefined;
const account = {
  email: "mira@example.com",
  pendingEmail: null,
  hasTwoSteps: false,
  recoveryCodesLeft: 0,
} as never;

type Case = {
  name: string;
  setting: ReactNode;
  /** What the form sends. */
  to: string;
  values: Record<string, string>;
  refused: { answer: () => Response; field: string };
  /** Answers of requests before the form is shown. */
  before?: Record<string, Answer>;
};
const cases: Case[] = [
  {
    name: "password",
    setting: <PasswordSetting hasPassword confirmed={confirmed} onChanged={none} />,
    to: "/api/auth/new-password",
    values: { current: "four quiet rainy mornings", password: "five quiet rainy mornings" },
    refused: { answer: () => refusal("WRONG_PASSWORD"), field: "current" },
  },
  {
    name: "email",
    setting: <EmailSetting account={account} confirmed={confirmed} onChanged={none} />,
    to: "/api/auth/new-address",
    values: { email: "ida@example.com" },
    refused: { answer: () => refusal("INVALID_EMAIL"), field: "email" },
  },
  {
    name: "PIN",
    setting: <PinSetting hasPin={false} />,
    to: "SetFamilyPin",
    values: { pin: "1234" },
    refused: { answer: () => graphqlRefusal("BAD_PIN"), field: "pin" },
  },
  {
    name: "two-step verification",
    setting: <TwoStepsSetting account={account} confirmed={confirmed} onChanged={none} />,
    to: "/api/auth/two-steps/on",
    values: { code: "123456" },
    refused: { answer: () => refusal("WRONG_CODE"), field: "code" },
    before: { "/api/auth/two-steps/begin": () => ({ uri: "otpauth://totp/mira", secret: "ABCDEFGH" }) },
  },
  {
    name: "family profile",
    setting: <MemberForm needsPin onDone={none} onCancel={none} />,
    to: "CreateFamilyMember",
    values: { name: "Ida", pin: "1234" },
    refused: { answer: () => graphqlRefusal("BAD_NAME"), field: "name" },
  },
];

const control = (name: string) => page.elementLocator(document.querySelector(`form [name="${name}"]`)!);
const submitButton = () => page.elementLocator(document.querySelector("form:has([name]) [type=submit]")!);

async function show({ setting, to, values, before = {} }: Case, answer: Answer) {
  const sent = answerRequests({ ...before, [to]: answer });
  const screen = await render(<AppFrame>{setting}</AppFrame>);
  const first = Object.keys(values)[0]!;
  if (!document.querySelector(`form [name="${first}"]`)) await screen.getByRole("button").first().click();
  await expect.poll(() => document.querySelector(`form [name="${first}"]`)).not.toBeNull();
  return { screen, requests: () => sent.filter((one) => one.to === to).length };
}
async function fill(values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await control(name).fill(value);
}

describe.each(cases)("$name", (one) => {
  const fields = Object.keys(one.values);

  test("asks for each missing field and focuses the first", async () => {
    const { screen, requests } = await show(one, () => ({}));
    await submitButton().click();
    for (const name of fields) {
      await expect.element(control(name)).toHaveAttribute("aria-invalid", "true");
      await expect.element(control(name)).toHaveAccessibleDescription(/\w{3}/);
    }
    await expect.element(control(fields[0]!)).toHaveFocus();
    expect(requests()).toBe(0);
    await expectAccessible(screen.container);
  });

  test("sends one request for a double click, then shows a refusal next to its field", async () => {
    const { promise, resolve } = late<unknown>();
    const { requests } = await show(one, () => promise);
    await fill(one.values);
    await submitButton().dblClick();
    await expect.element(submitButton()).toHaveAttribute("aria-busy", "true");
    resolve(one.refused.answer());
    const field = control(one.refused.field);
    await expect.element(field).toHaveAttribute("aria-invalid", "true");
    expect(requests()).toBe(1);
    await expect.element(field).toHaveFocus();
    for (const [name, value] of Object.entries(one.values))
      await expect.element(control(name)).toHaveValue(value);
  });

  test("fits a phone with long text in its fields", async () => {
    await page.viewport(390, 900);
    const { screen } = await show(one, () => ({}));
    await fill(Object.fromEntries(fields.map((name) => [name, longText])));
    expect(screen.container.scrollWidth).toBeLessThanOrEqual(390);
  });
});
