/**
 * Exits with one sentence for the person at the terminal.
 *
 * @param {string} sentence
 * @returns {never}
 */
export function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** @param {string} line */
export function say(line) {
  process.stderr.write(`${line}\n`);
}
