import { createTransport } from "nodemailer";
import type { Config } from "../config/index.ts";
import { storeEmail } from "./outbox.ts";
import type { Mail, Mailer } from "./mail.ts";
import { postmarkIdHeader } from "./webhooks/postmark.ts";

/** Socket timeout of an SMTP server, in milliseconds. */
const silenceMs = 15_000;

/** The sender. One without a name gets the studio's. */
const senderOf = (mailFrom: string, studioName: string): string | { name: string; address: string } =>
  mailFrom.includes("<") ? mailFrom : { name: studioName, address: mailFrom };

/** Sends over SMTP where SMTP_URL is set, else stores each email as a file. */
export function createMailer(
  config: Pick<Config, "smtpUrl" | "mailFrom" | "dataDir" | "mailWebhooks">,
): Mailer {
  const messageOf = (mail: Mail) => ({
    from: senderOf(config.mailFrom, mail.studioName),
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: mail.writtenAt,
    messageId: `<${mail.id}@${config.mailFrom.split("@").at(-1)!.replace(">", "").trim()}>`,
    // Suppresses automatic "out of office" replies.
    headers: {
      "Auto-Submitted": "auto-generated",
      // Inboxes unsubscribe with a POST to that URL (RFC 8058).
      ...(config.mailWebhooks.postmarkPasswords && { [postmarkIdHeader]: mail.id }),
      ...(mail.unsubscribeUrl ? { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } : {}),
    },
    ...(mail.unsubscribeUrl ? { list: { unsubscribe: mail.unsubscribeUrl } } : {}),
    attachments: mail.attachments.map(({ name, type, content, contentId }) => ({
      filename: name,
      contentType: type,
      content,
      ...(contentId ? { cid: contentId, contentDisposition: "inline" as const } : {}),
    })),
    // Attachments are made by us and emails have no remote content, so that user text can't make the server read a file or URL.
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
