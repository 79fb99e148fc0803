import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../testing/harness.ts";
import type { TestServer } from "../testing/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

const inLanguage = (language: string) => ({ "accept-language": language });

test.each([
  ["en", "Sign up first. Your progress is saved."],
  ["es-MX", "Crea antes una cuenta. Tu progreso está guardado."],
  ["de-CH", "Registriere dich zuerst. Dein Fortschritt ist gespeichert."],
])("answers a refused GraphQL operation in %s, with the same code", async (language, message) => {
  const as = await server.anonymous();
  const { errors } = await server.graphql(
    'mutation { setUsername(newUsername: "ana") { id } }',
    {},
    { as, headers: inLanguage(language) },
  );
  expect(errors).toMatchObject([{ message, extensions: { code: "REGISTRATION_REQUIRED" } }]);
});

test("fills a translated message with its values", async () => {
  const as = await server.member();
  const name = "a".repeat(81);
  const { errors } = await server.graphql(
    "mutation ($name: String) { updateProfile(profile: { name: $name }) { id } }",
    { name },
    { as, headers: inLanguage("de") },
  );
  expect(errors[0]?.message).toBe("Gib 1 bis 80 Zeichen ein.");
});

test("answers a refused sign-in in the language of the browser's cookie", async () => {
  const answer = await server.fetch("/api/auth/sign-in/email", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin: server.url,
      cookie: "locale=es",
      "x-forwarded-for": "2001:db8::17",
    },
    body: JSON.stringify({ email: "demo.ana@example.test", password: "not the password" }),
  });
  expect(await answer.json()).toMatchObject({
    code: "INVALID_EMAIL_OR_PASSWORD",
    message: "Correo o contraseña incorrectos.",
  });
});

test("answers a missing document over HTTP in the language of the request", async () => {
  const answer = await server.fetch("/unsubscribe/unknown", { headers: inLanguage("de") });
  expect(await answer.json()).toMatchObject({
    error: { code: "NOT_FOUND", message: "Link nicht gefunden." },
  });
});
