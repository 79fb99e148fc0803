/** The environment or the command line is invalid. The message lists every fault, one per line. */
export class ConfigInvalid extends Error {
  constructor(faults: readonly string[]) {
    super(`Invalid configuration:\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
    this.name = "ConfigInvalid";
  }
}
