import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMailer } from "./mailer.ts";
import type { Mail } from "./mail.ts";
import { bodyOf } from "./markdown.ts";
import { listMails } from "./outbox.ts";
import { renderEmail } from "./render.ts";

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "eightcount-mail-"));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const template = {
  subject: "Confirm your email — Ünïcode",
  preheader: "One button",
  heading: "Welcome, <b>Demo</b>",
  paragraphs: ["First line\nsecond line", "You’re in & set."],
  action: { label: "Confirm email", path: "/verify?token=a&b=c" },
  footnote: "Not you? Do nothing.",
  unsubscribePath: "/account/settings",
};
const studio = {
  name: "Marlow Street",
  seller: null,
  legalPages: ["imprint", "privacy"] as const,
  brand: { accent: null, logo: null },
};
const place = { locale: "en", publicUrl: "https://dance.example", studio };
const mailOf = async (id: string): Promise<Mail> => ({
  ...(await renderEmail(template, place)),
  id,
  to: "demo.ana@example.test",
  subject: template.subject,
  studioName: studio.name,
  writtenAt: new Date("2026-11-21T08:00:00Z"),
  unsubscribeUrl: "https://dance.example/account/settings",
  attachments: [],
});

const mailWebhooks = { ses: null, sendGridKey: null, postmarkPasswords: null };

test("escapes an email, loads nothing remote, and has the same content as text", async () => {
  const { html, text } = await renderEmail(template, place);
  expect(html).toContain("Welcome, &lt;b&gt;Demo&lt;/b&gt;");
  expect(html).toContain('href="https://dance.example/verify?token=a&amp;b=c"');
  expect(html).not.toMatch(/<img|<script|<link|src=|url\(/i);
  for (const part of [
    template.heading,
    ...template.paragraphs,
    template.footnote,
    "https://dance.example/verify?token=a&b=c",
  ])
    expect(text).toContain(part);
});

test("links the paths of a formatted text to the studio", async () => {
  const body = bodyOf("[Library](/library) [Plan](https://example.test/plan) [Other](//example.test/other)");
  const { html, text } = await renderEmail({ ...template, body }, place);
  expect(html).toContain('href="https://dance.example/library"');
  expect(html).toContain('href="https://example.test/plan"');
  expect(html).not.toContain("/other");
  expect(text).toContain("Library https://dance.example/library");
});

test("stores an email as one file without SMTP, however often it is sent", async () => {
  const mailer = createMailer({
    smtpUrl: null,
    mailFrom: "Eightcount <hello@dance.example>",
    dataDir,
    mailWebhooks,
  });
  const mail = await mailOf(randomUUID());
  await mailer.send(mail);
  await mailer.send(mail);
  const stored = await listMails(dataDir);
  expect(stored).toHaveLength(1);
  expect(stored[0]).toMatchObject({ to: mail.to, subject: template.subject });
  expect(stored[0]!.html.trimEnd()).toBe(mail.html.replaceAll("\n", "\r\n").trimEnd());
  expect(stored[0]!.text.trimEnd()).toBe(mail.text.replaceAll("\n", "\r\n").trimEnd());
});

test("stores an email with its attachment, byte by byte", async () => {
  const mailer = createMailer({
    smtpUrl: null,
    mailFrom: "Eightcount <hello@dance.example>",
    dataDir,
    mailWebhooks,
  });
  const content = Buffer.from("%PDF-1.7 \u0000\u00ff binary\r\n\r\n--x\r\n", "latin1");
  const name = "EC-2026-000001.pdf";
  const mail = { ...(await mailOf(randomUUID())), attachments: [{ name, type: "application/pdf", content }] };
  await mailer.send({ ...mail, subject: "With a file" });
  const stored = (await listMails(dataDir)).find(({ subject }) => subject === "With a file");
  expect(stored?.attachments).toEqual([{ name, type: "application/pdf", content }]);
  expect(stored?.text).toContain("in & set");
  expect(stored?.html).toContain("Welcome");
});

test("sends an email over SMTP, and reports a server that refuses it", async () => {
  const heard: string[] = [];
  let refuses = false;
  const smtp = createServer((socket) => {
    let inData = false;
    socket.write("220 test\r\n");
    socket.setEncoding("utf8").on("data", (chunk: string) => {
      for (const line of chunk.split("\r\n").filter(Boolean)) {
        heard.push(line);
        if (inData) {
          if (line !== ".") continue;
          inData = false;
          socket.write("250 kept\r\n");
        } else if (line === "DATA") {
          inData = true;
          socket.write("354 go on\r\n");
        } else if (refuses && line.startsWith("RCPT")) socket.write("451 later\r\n");
        else socket.write("250 fine\r\n");
      }
    });
  });
  smtp.listen(0, "127.0.0.1");
  await once(smtp, "listening");
  const { port } = smtp.address() as { port: number };
  try {
    const mailer = createMailer({
      smtpUrl: `smtp://127.0.0.1:${port}`,
      mailFrom: "hello@dance.example",
      dataDir,
      mailWebhooks,
    });
    await mailer.send(await mailOf(randomUUID()));
    expect(heard.some((line) => line.includes("RCPT TO:<demo.ana@example.test>"))).toBe(true);
    expect(heard).toContain("List-Unsubscribe: <https://dance.example/account/settings>");
    // A sender without a name gets the studio's.
    expect(heard).toContain("From: Marlow Street <hello@dance.example>");
    refuses = true;
    await expect(mailer.send(await mailOf(randomUUID()))).rejects.toThrow();
  } finally {
    smtp.close();
  }
});
