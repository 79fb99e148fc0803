/** A server on this machine: the only kind that `npm run attack` may be pointed at. */
export type Target = URL & { readonly isLoopback: true };

const hosts = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Reads an address. @throws for anything but http on a loopback address, whatever it resolves to */
export function loopbackTarget(text: string): Target {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || url.protocol !== "http:" || !hosts.test(url.hostname) || url.username || url.password)
    throw new Error(
      `${JSON.stringify(text)} is refused: these tools attack a server, and may only attack one on this machine. Give http://127.0.0.1:PORT, or nothing to have one started.`,
    );
  return Object.assign(url, { isLoopback: true as const });
}
