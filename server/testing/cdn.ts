import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

interface Stored {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly content: Buffer;
}

/**
 * A small CDN for tests: checks signed URLs as nginx's secure_link does, stores files by their path alone, and fetches each once from
 * the app.
 */
export async function startCdn(settings: { secret: string; originKey: string }): Promise<{
  url: string;
  /** The app, from which it fetches. */
  setOrigin(url: string): void;
  /** How often each path was requested with a valid signature, and fetched. */
  counts: { requested: number; fetched: number };
  close(): Promise<void>;
}> {
  const stored = new Map<string, Promise<Stored>>();
  const counts = { requested: 0, fetched: 0 };
  let origin = "";
  const load = async (path: string): Promise<Stored> => {
    counts.fetched += 1;
    const answer = await fetch(`${origin}/media/origin${path}`, {
      headers: { "x-origin-key": settings.originKey },
    });
    const headers = Object.fromEntries(
      ["content-type", "access-control-allow-origin", "cache-control"].map((name) => [
        name,
        answer.headers.get(name) ?? "",
      ]),
    );
    return { status: answer.status, headers, content: Buffer.from(await answer.arrayBuffer()) };
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, "http://cdn");
    const expires = searchParams.get("expires");
    const hash = createHash("md5").update(`${expires}${pathname} ${settings.secret}`).digest("base64url");
    if (searchParams.get("md5") !== hash || Number(expires) * 1000 < Date.now()) {
      response.writeHead(403).end();
      return;
    }
    counts.requested += 1;
    let file = stored.get(pathname);
    if (!file) stored.set(pathname, (file = load(pathname)));
    file.then(
      ({ status, headers, content }) => response.writeHead(status, headers).end(content),
      () => response.writeHead(502).end(),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setOrigin: (url) => {
      origin = url;
    },
    counts,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
