/** A server on this machine. `npm run attack` refuses any other. */
export type Target = URL & { readonly isLoopback: true };

const hosts = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Parses a URL. @throws for anything but http on a literal loopback address, whatever its name resolves to */
export function loopbackTarget(text: string): Target {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || url.protocol !== "http:" || !hosts.test(url.hostname) || url.username || url.password)
    throw new Error(
      `${JSON.stringify(text)} is refused: these tools attack a server, and may only attack one on this machine. Give http://127.0.0.1:PORT, or nothing to have one started.`,
    );
  return Object.assign(url, { isLoopback: true as const });
}
