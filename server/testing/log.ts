import { afterAll, beforeAll } from "vitest";

/** Takes the log of a file's tests in place of the standard output. @returns the text so far */
export function captureLog(): () => string {
  const written: string[] = [];
  const write = process.stdout.write.bind(process.stdout);
  beforeAll(() => {
    process.stdout.write = (text: Uint8Array | string) => {
      written.push(String(text));
      return true;
    };
  });
  afterAll(() => {
    process.stdout.write = write;
  });
  return () => written.join("");
}
