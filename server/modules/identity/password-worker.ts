/**
 * Guesses how soon a password would be guessed. Its lists take long to load and each answer takes a while to find: a thread of its own
 * does it, so that nobody else waits.
 */
import { parentPort } from "node:worker_threads";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import * as common from "@zxcvbn-ts/language-common";
import * as english from "@zxcvbn-ts/language-en";

/** What is asked; `about` are words that a stranger would try for this person. */
export interface GuessQuestion {
  readonly id: number;
  readonly password: string;
  readonly about: readonly string[];
}

/** How many guesses it takes, as a power of ten. */
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
