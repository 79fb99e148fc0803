import { systemClock } from "./clock.ts";
import type { Clock } from "./clock.ts";

/** How long a statement may take; milliseconds. An insert has a deadline of its own: a request waits for it. */
const statementMs = 60_000;

/** ClickHouse refused a statement, or could not be reached. The message has neither the statement nor its values. */
export class ClickHouseError extends Error {
  override readonly name = "ClickHouseError";
  /** ClickHouse's own number of the error; null if it did not answer. */
  readonly code: number | null;

  constructor(message: string, code: number | null, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** ClickHouse's number of the error that a table does not exist. */
export const unknownTable = 60;

/** One database of a ClickHouse server, by its HTTP interface. Works with servers from version 18.16. */
export interface ClickHouse {
  /** When the last insert of rows failed, by the clock of this process; null if it was accepted, or there was none. */
  readonly insertFailedAt: Date | null;
  /**
   * Rows of a SELECT without FORMAT. 64-bit integers are strings.
   * @throws ClickHouseError
   */
  query<Row>(statement: string): Promise<Row[]>;
  /**
   * Runs a statement without rows.
   * @param timeoutMs after which the answer is not awaited any longer; a minute unless given
   * @throws ClickHouseError
   */
  run(statement: string, timeoutMs?: number): Promise<void>;
  /**
   * Inserts rows, given as JSON objects, as one block. After a failure without a code, they may have been inserted.
   * @param into the table and its columns; other columns get their defaults
   * @param timeoutMs after which the answer is not awaited any longer
   * @throws ClickHouseError
   */
  insert(into: string, rows: readonly string[], timeoutMs: number): Promise<void>;
}

/**
 * A string literal. ClickHouse before 19.14 has no parameters of statements, so that values are written into them here alone.
 * @param value any text without NUL characters
 */
export const quoted = (value: string): string =>
  `'${value.replaceAll("\\", String.raw`\\`).replaceAll("'", String.raw`\'`)}'`;

/** A list for IN. @param values at least one */
export const quotedList = (values: readonly string[]): string => `(${values.map(quoted).join(", ")})`;

/** @param url `http://user:password@host:8123/database`, or https:// */
export function connectClickHouse(url: string, clock: Clock = systemClock): ClickHouse {
  const bare = new URL(url);
  const credentials = `${decodeURIComponent(bare.username)}:${decodeURIComponent(bare.password)}`;
  const headers = {
    "content-type": "text/plain; charset=utf-8",
    // Headers of ClickHouse's own can't have every character.
    ...(credentials === ":" ? {} : { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` }),
  };
  const database = decodeURIComponent(bare.pathname.slice(1)) || "default";

  let insertFailedAt: Date | null = null;
  async function send(params: Record<string, string>, body: string, timeoutMs: number): Promise<string> {
    const query = new URLSearchParams({
      database,
      // Its log would store the ids of people that are in statements.
      log_queries: "0",
      max_execution_time: String(Math.ceil(timeoutMs / 1000)),
      ...params,
    });
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${bare.origin}/?${query}`, {
        method: "POST",
        headers,
        body,
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      });
      text = await response.text();
    } catch (error) {
      throw new ClickHouseError("ClickHouse did not answer", null, { cause: error });
    }
    if (response.ok) return text;
    // The rest of the text quotes the statement and its values.
    const code = /^Code: (\d+)/.exec(text)?.[1];
    throw new ClickHouseError(
      `ClickHouse answered ${response.status}, code ${code ?? "unknown"}`,
      code === undefined ? null : Number(code),
    );
  }
  // Lists of ids are long. An error in the middle of an answer becomes its status.
  const settings = {
    max_query_size: String(16 * 1024 * 1024),
    max_ast_elements: "1000000",
    max_expanded_ast_elements: "1000000",
    output_format_json_quote_64bit_integers: "1",
    wait_end_of_query: "1",
  };

  return {
    get insertFailedAt() {
      return insertFailedAt;
    },
    async query<Row>(statement: string) {
      const text = await send(settings, `${statement} format JSONEachRow`, statementMs);
      return text
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Row);
    },
    async run(statement, timeoutMs = statementMs) {
      await send(settings, statement, timeoutMs);
    },
    async insert(into, rows, timeoutMs) {
      try {
        await send({ query: `insert into ${into} format JSONEachRow` }, rows.join("\n"), timeoutMs);
        if (rows.length > 0) insertFailedAt = null;
      } catch (error) {
        if (rows.length > 0) insertFailedAt = clock.now();
        throw error;
      }
    },
  };
}
