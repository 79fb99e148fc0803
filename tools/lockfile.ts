/** Checks the lockfiles: every fetched package has a checksum, and none has a registry URL. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

type Locked = { integrity?: string; resolved?: string; link?: boolean };
const faults: string[] = [];
for (const file of ["package-lock.json", "tools/node/package-lock.json"]) {
  const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, "..", file), "utf8")) as {
    packages: Record<string, Locked>;
  };
  for (const [name, locked] of Object.entries(packages)) {
    if (name === "" || locked.link) continue;
    if (!locked.integrity?.startsWith("sha512-"))
      faults.push(`${file}: ${name} has no sha512 checksum; install it again.`);
    if (locked.resolved)
      faults.push(
        `${file}: ${name} names the registry it came from; keep omit-lockfile-registry-resolved on.`,
      );
  }
}
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exit(faults.length === 0 ? 0 : 1);
