/**
 * Baseline: a bare HTTP server that runs the same SQL as prepared statements, sequentially, and writes the rows as JSON. No
 * schema, no authorization, no limits, no log. Arguments as JSON in the environment: CONNECTION, STATEMENTS [{name, text,
 * values}], SIZE.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";

const pool = new pg.Pool({ ...JSON.parse(process.env["CONNECTION"]!), max: Number(process.env["SIZE"]) });
const statements = JSON.parse(process.env["STATEMENTS"]!) as {
  name: string;
  text: string;
  values: unknown[];
}[];

async function read(): Promise<unknown[][]> {
  const found: unknown[][] = [];
  for (const statement of statements) found.push((await pool.query({ ...statement })).rows);
  return found;
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    JSON.parse(Buffer.concat(chunks).toString());
    read().then(
      (data) => {
        const body = JSON.stringify({ data });
        response.writeHead(200, {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
        });
        response.end(body);
      },
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        response.writeHead(500).end();
      },
    );
  });
});
server.listen(0, "127.0.0.1", () =>
  process.stdout.write(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql\n`),
);
