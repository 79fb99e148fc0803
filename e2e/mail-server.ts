import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { expect } from "./test.ts";

/** A mail server that takes every message. */
export async function startMailServer(): Promise<{
  url: string;
  /** Waits for a message to an address with a link to a path. */
  linkTo(address: string, path: string): Promise<string>;
  stop(): Promise<void>;
}> {
  const messages: { to: string; text: string }[] = [];
  const server = createServer((socket) => {
    let to = "";
    let data: string | null = null;
    let pending = "";
    const say = (line: string) => socket.write(`${line}\r\n`);
    const takeLine = (line: string): void => {
      if (data !== null) {
        if (line === ".") {
          messages.push({ to, text: data });
          data = null;
          say("250 Queued");
        } else data += `${line}\n`;
        return;
      }
      const [command = ""] = line.toUpperCase().split(/[ :]/);
      if (command === "RCPT") to = /<([^>]+)>/.exec(line)?.[1] ?? "";
      if (command === "DATA") data = "";
      const answers: Record<string, string> = { EHLO: "250 localhost", DATA: "354 Go on", QUIT: "221 Bye" };
      say(answers[command] ?? "250 OK");
      if (command === "QUIT") socket.end();
    };
    socket.on("error", () => socket.destroy());
    socket.on("data", (chunk) => {
      const lines = (pending + chunk.toString("latin1")).split("\r\n");
      pending = lines.pop() ?? "";
      for (const line of lines) takeLine(line);
    });
    say("220 localhost");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    linkTo: async (address, path) => {
      let link = "";
      await expect
        .poll(() => {
          const texts = messages.filter(({ to }) => to === address).map(({ text }) => text);
          // Long lines are folded, and "=" is written as "=3D".
          const plain = texts.map((text) => text.replaceAll("=\n", "").replaceAll("=3D", "="));
          link =
            plain.map((text) => new RegExp(`http\\S+${path}[^\\s"<]*`).exec(text)?.[0] ?? "").find(Boolean) ??
            "";
          return link;
        })
        .not.toBe("");
      return link;
    },
    stop: async () => {
      server.close();
      await once(server, "close");
    },
  };
}
