import { paths } from "../../../../contract/urls.ts";
import type { HttpRoutes } from "../../../platform/module.ts";
import { leaveMailingList } from "./mailing-list.ts";

/**
 * /mailing-list/{token}: takes an address off the list. GET leads to the page with the button, since email clients
 * prefetch links. A client's one-click unsubscribe (RFC 8058) is a POST.
 */
export async function registerMailingList({ server, ctxOf }: HttpRoutes): Promise<void> {
  await server.register(async (scope) => {
    // The body adds nothing to the URL, so it isn't parsed.
    for (const type of ["application/x-www-form-urlencoded", "multipart/form-data"])
      scope.addContentTypeParser(type, { parseAs: "string", bodyLimit: 4096 }, (_request, _body, done) =>
        done(null, null),
      );
    scope.get<{ Params: { token: string } }>("/mailing-list/:token", async (request, reply) =>
      reply.redirect(`${paths.comingSoon()}?leave=${encodeURIComponent(request.params.token)}`, 303),
    );
    scope.post<{ Params: { token: string } }>("/mailing-list/:token", async (request, reply) => {
      await leaveMailingList(await ctxOf(request), request.params.token);
      return reply.code(204).send();
    });
  });
}
