import pg from "pg";

/** A column as PostgreSQL describes it. */
interface Field {
  readonly name: string;
  /** The type's oid. */
  readonly dataTypeID: number;
  readonly format: "text" | "binary";
}
type Values = readonly (string | null)[];
type RowReader = (values: Values) => unknown;
type Callback = (error: Error | null, query?: PreparedQuery) => void;

const readers = Symbol("readers");

/** The part of pg's connection that a query uses; pg's types omit most of it. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  readonly parsedStatements: Record<string, string | undefined>;
  readonly submittedNamedStatements: Record<string, string | undefined>;
  /** Row readers of the statements that this connection has described. */
  [readers]?: Map<string, RowReader>;
  parse(message: { text: string; name: string }): void;
  bind(message: { statement: string; values: readonly unknown[]; valueMapper: unknown }): void;
  describe(message: { type: "P"; name: string }): void;
  execute(message: object): void;
  close(message: { type: "S"; name: string }): void;
  sync(): void;
  sendCopyFail(reason: string): void;
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue: unknown } }).utils;
const asItIs = pg.types.getTypeParser(pg.types.builtins.TEXT, "text");
const compiledReaders = new Map<string, RowReader>();

/**
 * Compiles a function that turns values into a row. The object literal has a fixed hidden class, where a loop over names would
 * create a dictionary.
 */
function readerOf(fields: readonly Field[]): RowReader {
  const key = JSON.stringify(fields.map(({ name, dataTypeID, format }) => [name, dataTypeID, format]));
  let reader = compiledReaders.get(key);
  if (!reader) {
    const parsers = fields.map(({ dataTypeID, format }) => pg.types.getTypeParser(dataTypeID, format));
    const members = fields.map(({ name }, at) => {
      const value = parsers[at] === asItIs ? `v[${at}]` : `v[${at}] === null ? null : p[${at}](v[${at}])`;
      return `${JSON.stringify(name)}: ${value}`;
    });
    // The names are columns of our own statements.
    const make = new Function("p", "v", `return { ${members.join(", ")} };`) as (
      parsers: readonly unknown[],
      values: Values,
    ) => unknown;
    reader = (values) => make(parsers, values);
    compiledReaders.set(key, reader);
  }
  return reader;
}

/**
 * One execution of a statement, passed to `query` of a pool or a client in place of pg's own query class. A connection
 * parses a named statement and requests its columns only the first time, one without a name each time. Rows are read by
 * compiled code.
 */
export class PreparedQuery implements pg.Submittable {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  readonly rows: unknown[] = [];
  /** Number of returned or changed rows; null until the query has completed. */
  rowCount: number | null = null;
  /** Set by the client that runs it. */
  callback: Callback | undefined;
  #wire: Wire | null = null;
  #reader: RowReader | undefined;
  #unreadable: Error | null = null;

  constructor(name: string, text: string, values: readonly unknown[]) {
    this.name = name;
    this.text = text;
    this.values = values;
  }

  submit(connection: unknown): void {
    const wire = (this.#wire = connection as Wire);
    const { name, text, values } = this;
    this.#reader = wire[readers]?.get(name);
    wire.stream.cork();
    try {
      if (name === "") wire.parse({ text, name });
      else if ((wire.parsedStatements[name] ?? wire.submittedNamedStatements[name]) === undefined) {
        wire.parse({ text, name });
        wire.submittedNamedStatements[name] = text;
      }
      try {
        wire.bind({ statement: name, values, valueMapper: prepareValue });
      } catch (error) {
        wire.close({ type: "S", name });
        wire.sync();
        this.handleError(error as Error);
        return;
      }
      if (!this.#reader) wire.describe({ type: "P", name: "" });
      wire.execute({});
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    this.#reader = readerOf(fields);
  }

  handleDataRow({ fields }: { readonly fields: Values }): void {
    if (this.#unreadable) return;
    try {
      this.rows.push(this.#reader!(fields));
    } catch (error) {
      this.#unreadable = error as Error;
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.rowCount = Number(/\d+$/.exec(text)?.[0] ?? 0);
    const wire = this.#wire!;
    // A statement without columns returns no rows.
    this.#reader ??= readerOf([]);
    if (this.name !== "") (wire[readers] ??= new Map()).set(this.name, this.#reader);
  }

  handleError(error: Error): void {
    this.callback?.(this.#unreadable ?? error);
  }

  handleReadyForQuery(): void {
    if (this.#unreadable) this.callback?.(this.#unreadable);
    else this.callback?.(null, this);
  }

  handleEmptyQuery(): void {}

  handlePortalSuspended(): void {}

  handleCopyInResponse(wire: Wire): void {
    wire.sendCopyFail("No source stream defined");
  }

  handleCopyData(): void {}
}
