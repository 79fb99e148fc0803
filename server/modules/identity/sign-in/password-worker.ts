/**
 * Estimates password strength in its own thread. The dictionaries are slow to load, and each estimate would
 * block the event loop.
 */
import { parentPort } from "node:worker_threads";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import * as common from "@zxcvbn-ts/language-common";
import * as english from "@zxcvbn-ts/language-en";

/** The request; `about` holds words that an attacker would try for this person. */
export interface GuessQuestion {
  readonly id: number;
  readonly password: string;
  readonly about: readonly string[];
}

/** The number of guesses, as a power of ten. */
export interface GuessAnswer {
  readonly id: number;
  readonly guessesLog10: number;
}

const checker = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
});

parentPort?.on("message", ({ id, password, about }: GuessQuestion) => {
  const { guessesLog10 } = checker.check(password, [...about]);
  parentPort?.postMessage({ id, guessesLog10 } satisfies GuessAnswer);
});
