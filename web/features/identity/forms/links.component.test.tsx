/** Pages that a link in an email opens. */
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { expectAccessible } from "../../../gallery/accessibility.ts";
import { AppFrame } from "../../../gallery/app-frame.tsx";
import { answerRequests, refusal, type Answer } from "../../../gallery/network.ts";
import { ResetForm } from "./reset-form.tsx";
import { SignInLinkForm } from "./sign-in-link-form.tsx";
import { VerifyForm } from "./verify-form.tsx";

const token = "a-token-of-an-email-link";
const accounts = ["Mira", "Noor"].map((name) => ({
  id: name,
  name,
  signedUpAt: "2026-11-01T00:00:00Z",
  isHere: false,
  hasFamily: name === "Noor",
}));

async function open(Form: () => React.ReactNode, answers: Record<string, Answer> = {}) {
  const sent = answerRequests(answers);
  const screen = await render(
    <AppFrame>
      <Form />
    </AppFrame>,
  );
  return { screen, sent };
}

beforeEach(() => history.replaceState(null, "", `#${token}`));

test.each([
  ["new password", ResetForm],
  ["sign-in link", SignInLinkForm],
])("%s: removes the token from the address bar, and acts only on a press", async (_name, Form) => {
  const { screen, sent } = await open(Form);
  await expect.element(screen.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(() => location.hash).toBe("");
  expect(sent).toEqual([]);
  await expectAccessible(screen.container);
});

test("says that a link without its token is spent", async () => {
  history.replaceState(null, "", location.pathname);
  const { screen } = await open(ResetForm);
  await expect.element(screen.getByRole("link")).toHaveAttribute("href", "/forgot");
  await expectAccessible(screen.container);
});

test("asks which of several accounts a link is for, and requires a choice", async () => {
  const path = "/api/auth/sign-in/link";
  const { screen, sent } = await open(SignInLinkForm, {
    [path]: ({ account }) => (account ? refusal("BANNED", 403) : refusal("CHOOSE_ACCOUNT")),
    "/api/auth/mailed-link": () => ({ email: "mira@example.com", accounts }),
  });
  const submit = page.elementLocator(screen.container.querySelector("[type=submit]")!);
  await submit.click();
  await expect.element(screen.getByRole("radio", { name: /Noor/ })).toBeVisible();
  await submit.click();
  await expect.element(screen.getByRole("radio", { name: /Mira/ })).toHaveAttribute("aria-invalid", "true");
  expect(sent.filter(({ to }) => to === path)).toHaveLength(1);
  await screen.getByText("Mira").click();
  const warning = screen.getByText(/Family profiles will be deleted/);
  await expect.element(screen.getByText(/All other devices will be signed out/)).toBeVisible();
  expect(warning.elements()).toEqual([]);
  await screen.getByText("Noor").click();
  await expect.element(warning).toBeVisible();
  await submit.click();
  await expect.poll(() => sent.filter(({ to }) => to === path).at(-1)?.body["account"]).toBe("Noor");
  await expectAccessible(screen.container);
});

test("asks for a name when the link opens a new account", async () => {
  const path = "/api/auth/sign-in/link";
  const { screen, sent } = await open(SignInLinkForm, {
    [path]: ({ account }) => (account ? refusal("BANNED", 403) : refusal("CHOOSE_ACCOUNT")),
    "/api/auth/mailed-link": () => ({ email: "mira@example.com", accounts }),
  });
  const submit = page.elementLocator(screen.container.querySelector("[type=submit]")!);
  await submit.click();
  await screen.getByRole("radio").nth(2).click();
  await screen.getByRole("textbox").fill("Ida");
  await submit.click();
  await expect
    .poll(() => sent.filter(({ to }) => to === path).at(-1)?.body)
    .toMatchObject({
      account: "new",
      name: "Ida",
    });
});

const proof = "/api/auth/prove-address";
const unproven = { "/api/auth/mailed-link": () => ({ email: "mira@example.com", accounts }) };

test("confirms an email with the password of its account, and asks for a missing one", async () => {
  const { screen, sent } = await open(VerifyForm, { ...unproven, [proof]: () => ({}) });
  const password = page.elementLocator(
    await vi.waitFor(() => screen.container.querySelector("[name=current]") ?? expect.fail("no field")),
  );
  const submit = screen.getByRole("button", { name: "Confirm email" });
  await submit.click();
  await expect.element(password).toHaveAttribute("aria-invalid", "true");
  await expect.element(password).toHaveFocus();
  await expectAccessible(screen.container);
  await password.fill("four quiet rainy mornings");
  await submit.dblClick();
  await expect.element(screen.getByRole("heading", { name: "Email confirmed" })).toBeVisible();
  expect(sent.filter(({ to }) => to === proof)).toEqual([
    { to: proof, body: { key: token, password: "four quiet rainy mornings" } },
  ]);
});

test("shows a wrong password next to its field, and preserves it", async () => {
  const { screen } = await open(VerifyForm, { ...unproven, [proof]: () => refusal("WRONG_PASSWORD", 403) });
  const submit = screen.getByRole("button", { name: "Confirm email" });
  await expect.element(submit).toBeVisible();
  const password = page.elementLocator(screen.container.querySelector("[name=current]")!);
  await password.fill("five quiet rainy mornings");
  await submit.click();
  await expect.element(password).toHaveAttribute("aria-invalid", "true");
  await expect.element(password).toHaveAccessibleDescription(/\w{3}/);
  await expect.element(password).toHaveValue("five quiet rainy mornings");
});

test("confirms an email on one press where its account is signed in", async () => {
  const { screen, sent } = await open(VerifyForm, {
    "/api/auth/mailed-link": () => ({
      email: "mira@example.com",
      accounts: [{ ...accounts[0], isHere: true }],
    }),
    [proof]: () => ({}),
  });
  await expect.element(screen.getByRole("button", { name: "Confirm email" })).toBeVisible();
  expect(screen.container.querySelector("[name=current]")).toBeNull();
  await screen.getByRole("button", { name: "Confirm email" }).click();
  await expect.element(screen.getByRole("link", { name: "Go to Today" })).toBeVisible();
  expect(sent.at(-1)).toEqual({ to: proof, body: { key: token, password: null } });
});
