/**
 * Asks the process of the same container how it is, as a container engine's health check: `node server/app/probe.ts 3000/readyz`.
 * Exits with 1 unless the answer is 200. The command has no spaces or quotes inside of its words, which some engines split.
 */
const [target = ""] = process.argv.slice(2);
const answer = await fetch(`http://127.0.0.1:${target}`).catch(() => null);
process.exit(answer?.ok ? 0 : 1);
