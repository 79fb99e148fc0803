import type { FastifyInstance, FastifyRequest } from "fastify";
import type { HttpRoutes } from "../../module.ts";
import { receiveMailEvents } from "./events.ts";
import type { MailEvent } from "./events.ts";
import { readPostmark } from "./postmark.ts";
import { readSendGrid, sendGridHeaders } from "./sendgrid.ts";
import { readSes } from "./ses.ts";

const maxEventBytes = 1024 * 1024;

/** Registers the webhooks of the email services that are configured. Each is checked before it is read. */
export async function registerMailWebhooks({ server, ctx }: HttpRoutes): Promise<void> {
  const { ses, sendGridKey, postmarkPasswords } = ctx.config.mailWebhooks;
  const now = () => ctx.clock.now();
  const header = (request: FastifyRequest, name: string) => String(request.headers[name] ?? "");
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Signatures are of the bytes as sent. Amazon SNS calls its JSON text.
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: maxEventBytes }, (_request, body, done) =>
      done(null, body),
    );
    const webhookOf = (path: string, read: (request: FastifyRequest) => MailEvent[] | Promise<MailEvent[]>) =>
      addWebhook(scope, path, async (request) => receiveMailEvents(ctx, await read(request)));
    if (ses) webhookOf("ses", ({ body }) => readSes(body, ses, now()));
    if (sendGridKey)
      webhookOf("sendgrid", (request) =>
        readSendGrid(
          {
            signature: header(request, sendGridHeaders.signature),
            timestamp: header(request, sendGridHeaders.timestamp),
            body: request.body,
          },
          sendGridKey,
          now(),
        ),
      );
    if (postmarkPasswords)
      webhookOf("postmark", ({ headers: { authorization }, body }) =>
        readPostmark({ authorization, body }, postmarkPasswords),
      );
  });
}

function addWebhook(
  scope: FastifyInstance,
  name: string,
  receive: (request: FastifyRequest) => Promise<void>,
): void {
  scope.post(`/webhooks/${name}`, { bodyLimit: maxEventBytes }, async (request, reply) => {
    await receive(request);
    return reply.code(200).send({ received: true });
  });
}
