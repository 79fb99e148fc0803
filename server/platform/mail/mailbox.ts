import type { HttpRoutes } from "../module.ts";
import { NotFound } from "../errors.ts";
import { escapeHtml } from "./escape.ts";
import { showInline } from "./inline-images.ts";
import { listMails, readMail } from "./outbox.ts";
import type { StoredEmail } from "./outbox.ts";

/** Emails have inline styles. Nothing else may run or load. */
const policy =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const style = `:root{color-scheme:light dark}body{margin:0 auto;max-width:60rem;padding:2rem 1.25rem;font:1rem/1.5 system-ui,sans-serif}
h1{font-size:1.75rem;margin:0 0 .25rem}ol{list-style:none;margin:1.5rem 0 0;padding:0}li{border-top:1px solid color-mix(in srgb,currentColor 25%,transparent);padding:.875rem 0}
a{color:inherit}.what{font-size:1.125rem;font-weight:600}p{margin:0}.who{font-size:.875rem}`;

/** Serves /mailbox, which shows stored emails. Never in production, and not where SMTP is configured. */
export async function openMailbox({ server, ctx }: HttpRoutes): Promise<void> {
  const { isProduction, smtpUrl, dataDir } = ctx.config;
  if (isProduction || smtpUrl) return;
  const find = async (name: string): Promise<StoredEmail> => {
    try {
      return await readMail(dataDir, name);
    } catch (error) {
      throw Object.assign(new NotFound("email"), { cause: error });
    }
  };
  server.get("/mailbox", async (_request, reply) => {
    const mails = await listMails(dataDir);
    const items = mails.map(
      ({ name, to, subject, date, attachments }) =>
        `<li><a class="what" href="/mailbox/${name}">${escapeHtml(subject)}</a><p class="who">to ${escapeHtml(to)}, ${escapeHtml(date)}, <a href="/mailbox/${name}?part=text">as text</a>${attachments.map((file, at) => `, <a href="/mailbox/${name}?attachment=${at}">${escapeHtml(file.name)}</a>`).join("")}</p></li>`,
    );
    return reply
      .headers({ "content-security-policy": policy, "cache-control": "no-store" })
      .type("text/html; charset=utf-8")
      .send(
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Mailbox</title><style>${style}</style></head><body><main><h1>Mailbox</h1><p>No SMTP_URL is set, so emails are stored here instead of being sent.</p>${items.length > 0 ? `<ol>${items.join("")}</ol>` : "<p>No emails yet.</p>"}</main></body></html>`,
      );
  });
  server.get<{ Params: { name: string }; Querystring: { part?: string; attachment?: string } }>(
    "/mailbox/:name",
    async (request, reply) => {
      const mail = await find(request.params.name);
      reply.headers({
        "content-security-policy": policy,
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
      });
      if (request.query.attachment !== undefined) {
        const file = mail.attachments[Number(request.query.attachment)];
        if (!file) throw new NotFound("attachment");
        return reply
          .type(file.type)
          .header("content-disposition", `attachment; filename="${file.name}"`)
          .send(file.content);
      }
      if (request.query.part === "text") return reply.type("text/plain; charset=utf-8").send(mail.text);
      return reply.type("text/html; charset=utf-8").send(showInline(mail.html, mail.inlineImages));
    },
  );
}
