/** What every form of an account does: required fields, one request per submission, errors next to their fields. */
import type { ReactNode } from "react";
import { beforeEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { expectAccessible } from "../../../gallery/accessibility.ts";
import { AppFrame } from "../../../gallery/app-frame.tsx";
import { answerRequests, late, refusal, type Answer } from "../../../gallery/network.ts";
import { longText } from "../../../gallery/story.ts";
import { ConfirmSheet } from "../components/confirm-sheet.tsx";
import { SecondStep } from "../components/second-step.tsx";
import { SessionError } from "../../../graphql/session-error.ts";
import { ForgotForm } from "./forgot-form.tsx";
import { LoginForm } from "./login-form.tsx";
import { PinForm } from "./pin-form.tsx";
import { RegisterForm } from "./register-form.tsx";
import { ResetForm } from "./reset-form.tsx";

type Case = {
  name: string;
  /** Answers the form's request. */
  Form: (props: { onSend: () => Promise<unknown> }) => ReactNode;
  /** Where the form is sent; null: to a callback. */
  path: string | null;
  /** Valid values by the name of the field. */
  values: Record<string, string>;
  /** A refusal, and the field that it is about. */
  refused: { code: string; field: string };
};

const signIn = async (): Promise<void> => {
  const response = await fetch("/api/auth/sign-in/code", { method: "POST", body: "{}" });
  if (!response.ok) throw new SessionError(((await response.json()) as { code: string }).code, 400);
};
const cases: Case[] = [
  {
    name: "sign-in",
    Form: LoginForm,
    path: "/api/auth/sign-in/email",
    values: { email: "mira@example.com", password: "four quiet rainy mornings" },
    refused: { code: "INVALID_EMAIL_OR_PASSWORD", field: "password" },
  },
  {
    name: "registration",
    Form: RegisterForm,
    path: "/api/auth/sign-up/email",
    values: { name: "Mira", email: "mira@example.com", password: "four quiet rainy mornings" },
    refused: { code: "PASSWORD_COMMON", field: "password" },
  },
  {
    name: "request of a link",
    Form: ForgotForm,
    path: "/api/auth/send-link",
    values: { email: "mira@example.com" },
    refused: { code: "INVALID_EMAIL", field: "email" },
  },
  {
    name: "new password",
    Form: ResetForm,
    path: "/api/auth/sign-in/new-password",
    values: { password: "four quiet rainy mornings" },
    refused: { code: "PASSWORD_COMMON", field: "password" },
  },
  {
    name: "second step",
    Form: () => <SecondStep challenge="challenge" signIn={signIn} restart={() => undefined} />,
    path: "/api/auth/sign-in/code",
    values: { code: "123456" },
    refused: { code: "WRONG_CODE", field: "code" },
  },
  {
    name: "confirmation by password",
    Form: () => <ConfirmSheet onConfirmed={() => undefined} onClose={() => undefined} />,
    path: "/api/auth/confirm",
    values: { current: "four quiet rainy mornings" },
    refused: { code: "WRONG_PASSWORD", field: "current" },
  },
  {
    name: "PIN",
    Form: ({ onSend }) => (
      <PinForm
        onPin={async () => {
          await onSend();
          throw new SessionError("WRONG_PIN", 400);
        }}
      />
    ),
    path: null,
    values: { pin: "1234" },
    refused: { code: "WRONG_PIN", field: "pin" },
  },
];

const control = (name: string) => {
  const found = document.querySelector<HTMLInputElement>(`form [name="${name}"]`);
  if (!found) throw new Error(`No field ${name} is shown`);
  return page.elementLocator(found);
};
const submitButton = () => page.elementLocator(document.querySelector("form [type=submit]")!);

async function fill(values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await control(name).fill(value);
}

async function show({ Form, path }: Case, answer: Answer) {
  let calls = 0;
  const sent = answerRequests({
    "/api/auth/providers": () => ({ providers: [] }),
    ...(path ? { [path]: answer } : {}),
  });
  await render(
    <AppFrame>
      <Form
        onSend={async () => {
          calls++;
          return answer({});
        }}
      />
    </AppFrame>,
  );
  await expect.poll(() => document.querySelector("form [type=submit]")).not.toBeNull();
  return { requests: () => (path ? sent.filter(({ to }) => to === path).length : calls) };
}

beforeEach(() => history.replaceState(null, "", "#a-token-of-an-email-link"));

describe.each(cases)("$name", (one) => {
  const fields = Object.keys(one.values);

  test("asks for each missing field and focuses the first", async () => {
    const { requests } = await show(one, () => ({}));
    await submitButton().click();
    for (const name of fields) {
      await expect.element(control(name)).toHaveAttribute("aria-invalid", "true");
      await expect.element(control(name)).toHaveAccessibleDescription(/\w/);
    }
    await expect.element(control(fields[0]!)).toHaveFocus();
    expect(requests()).toBe(0);
    await expectAccessible(document.querySelector("form")!);
  });

  test("sends one request for a double click, and shows that it is pending", async () => {
    const { promise, resolve } = late<unknown>();
    const { requests } = await show(one, () => promise);
    await fill(one.values);
    await submitButton().dblClick();
    await expect.element(submitButton()).toHaveAttribute("aria-busy", "true");
    await userEvent.keyboard("{Enter}");
    resolve(refusal(one.refused.code));
    await expect.element(submitButton()).not.toHaveAttribute("aria-busy");
    expect(requests()).toBe(1);
  });

  test("shows a refusal of the server next to its field, and preserves the input", async () => {
    await show(one, () => refusal(one.refused.code));
    await fill(one.values);
    await userEvent.keyboard("{Enter}");
    const field = control(one.refused.field);
    await expect.element(field).toHaveAttribute("aria-invalid", "true");
    await expect.element(field).toHaveAccessibleDescription(/\w/);
    await expect.element(field).toHaveFocus();
    for (const [name, value] of Object.entries(one.values))
      await expect.element(control(name)).toHaveValue(value);
    await fill({ [one.refused.field]: "1" });
    await userEvent.keyboard("{Tab}");
  });

  test("fits a phone with long text in its fields", async () => {
    await page.viewport(390, 900);
    await show(one, () => ({}));
    await fill(Object.fromEntries(fields.map((name) => [name, longText])));
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});

test("a refusal that is about no field is announced", async () => {
  await show(cases[0]!, () => refusal("BANNED", 403));
  await fill(cases[0]!.values);
  await submitButton().click();
  await expect.poll(() => document.querySelector("[role=alert]")?.textContent).toMatch(/\w/);
  await expect.element(control("email")).not.toHaveAttribute("aria-invalid");
});

test("a sign-in that was tried too often offers a link by email", async () => {
  await show(cases[0]!, () => refusal("RATE_LIMITED", 429));
  await fill(cases[0]!.values);
  await submitButton().click();
  await expect.element(page.getByRole("link", { name: /use a sign-in link/i })).toBeVisible();
});

test("a password can be revealed without losing it", async () => {
  await show(cases[0]!, () => ({}));
  await fill({ password: "four quiet rainy mornings" });
  await page.getByRole("button", { name: /show/i }).click();
  await expect.element(control("password")).toHaveAttribute("type", "text");
  await expect.element(control("password")).toHaveValue("four quiet rainy mornings");
});
