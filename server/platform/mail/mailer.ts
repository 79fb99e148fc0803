import { createTransport } from "nodemailer";
import type { Config } from "../config/index.ts";
import { storeEmail } from "./outbox.ts";
import type { Mail, Mailer } from "./email-template.ts";

/** How long an SMTP server may be silent, in milliseconds. */
const silenceMs = 15_000;

/** Sends by SMTP where SMTP_URL is set, else keeps each mail as a file. */
export function createMailer(config: Pick<Config, "smtpUrl" | "mailFrom" | "dataDir">): Mailer {
  const messageOf = (mail: Mail) => ({
    from: config.mailFrom,
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: mail.writtenAt,
    messageId: `<${mail.id}@eightcount>`,
    // Robots that answer "out of office" leave these alone.
    headers: {
      "Auto-Submitted": "auto-generated",
      // Inboxes unsubscribe by one post of their own to that address (RFC 8058).
      ...(mail.unsubscribeUrl ? { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } : {}),
    },
    ...(mail.unsubscribeUrl ? { list: { unsubscribe: mail.unsubscribeUrl } } : {}),
    // A mail holds no file and nothing from an address: what somebody wrote into it can't make the server read one.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  if (config.smtpUrl) {
    const transport = createTransport({
      url: config.smtpUrl,
      pool: true,
      connectionTimeout: silenceMs,
      greetingTimeout: silenceMs,
      socketTimeout: silenceMs,
    });
    return {
      send: async (mail) => {
        await transport.sendMail(messageOf(mail));
      },
    };
  }
  const writer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    send: async (mail) => {
      const { message } = await writer.sendMail(messageOf(mail));
      await storeEmail(config.dataDir, mail, message as Buffer);
    },
  };
}
