/**
 * One load generator process: sends requests at a fixed rate over keep-alive connections, without waiting for earlier responses
 * (open loop). Uses raw sockets instead of an HTTP library, so that sending costs far less than answering. Takes its orders by
 * messages from the process that forked it.
 */
import { connect } from "node:net";
import type { Socket } from "node:net";

/** The load of one generator. */
export interface Asking {
  readonly port: number;
  /** The raw request. */
  readonly request: string;
  /** Requests per second. */
  readonly rate: number;
  readonly seconds: number;
  /** Maximum number of connections. A request without a free one waits, and the wait is measured. */
  readonly connections: number;
}

/** Results of a load. Latencies in milliseconds, from a request's scheduled time to its response's last byte. */
export interface Asked {
  readonly accepted: readonly number[];
  /** Accepted too, but scheduled within the first second, in which all connections are opened at once. */
  readonly acceptedAtFirst: readonly number[];
  readonly refused: readonly number[];
  /** Refused without Retry-After. */
  readonly unexplained: number;
  /** Any other response. */
  readonly wrong: number;
  /** The connection was closed before the response was complete. */
  readonly cut: number;
  /** Not answered within half a minute. */
  readonly silent: number;
  /** Delay of each send after its scheduled time: mostly this process's own lag. */
  readonly lag: readonly number[];
}

const maxSilenceMs = 30_000;
const firstMs = 1000;

/** @param asking the load @returns its results, once all requests are answered */
async function ask(asking: Asking): Promise<Asked> {
  const accepted: number[] = [];
  const acceptedAtFirst: number[] = [];
  const refused: number[] = [];
  const lag: number[] = [];
  const counts = { unexplained: 0, wrong: 0, cut: 0, silent: 0 };
  const sockets = new Set<Socket>();
  const idle: ((due: number) => void)[] = [];
  const waiting: number[] = [];
  const request = Buffer.from(asking.request, "latin1");
  let answered = 0;
  const began = performance.now();
  const open = (first: number) => {
    const socket = connect(asking.port, "127.0.0.1");
    socket.setNoDelay(true);
    sockets.add(socket);
    let due = 0;
    let partial: Buffer | null = null;
    const send = (at: number) => {
      due = at;
      lag.push(performance.now() - at);
      socket.write(request);
    };
    const rest = () => {
      due = 0;
      partial = null;
      const next = waiting.shift();
      if (next === undefined) idle.push(send);
      else send(next);
    };
    socket.on("data", (chunk: Buffer) => {
      const bytes = partial ? Buffer.concat([partial, chunk]) : chunk;
      const end = bytes.indexOf("\r\n\r\n");
      const head = end < 0 ? "" : bytes.toString("latin1", 0, end).toLowerCase();
      const length = Number(/\r\ncontent-length: *(\d+)/.exec(head)?.[1] ?? Number.NaN);
      if (end < 0 || bytes.length < end + 4 + length) {
        partial = bytes;
        return;
      }
      const ms = performance.now() - due;
      const status = head.slice(9, 12);
      if (status === "200") (due - began < firstMs ? acceptedAtFirst : accepted).push(ms);
      else if (status === "429" || status === "503") {
        refused.push(ms);
        if (!head.includes("\r\nretry-after:")) counts.unexplained += 1;
      } else counts.wrong += 1;
      answered += 1;
      rest();
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      sockets.delete(socket);
      const at = idle.indexOf(send);
      if (at >= 0) idle.splice(at, 1);
      if (due === 0) return;
      counts.cut += 1;
      answered += 1;
    });
    socket.on("connect", () => send(first));
    due = first;
  };

  let asked = 0;
  while (performance.now() - began < asking.seconds * 1000) {
    const wanted = ((performance.now() - began) / 1000) * asking.rate;
    for (; asked < wanted; asked += 1) {
      const due = began + (asked / asking.rate) * 1000;
      const send = idle.pop();
      if (send) send(due);
      else if (sockets.size < asking.connections) open(due);
      else waiting.push(due);
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 1);
    });
  }
  const ended = performance.now();
  while (answered < asked && performance.now() - ended < maxSilenceMs)
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
  counts.silent = asked - answered;
  for (const socket of sockets) socket.destroy();
  return { accepted, acceptedAtFirst, refused, lag, ...counts };
}

process.on("message", (asking: Asking) => {
  void ask(asking).then((asked) => process.send!(asked));
});
