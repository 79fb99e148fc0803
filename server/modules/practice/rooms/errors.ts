import { DomainError } from "../../../platform/errors.ts";

/** The code was never given, was used, or is older than two minutes: which of them is nobody's business. */
export class CodeNotGood extends DomainError {
  constructor() {
    super("CODE_NOT_GOOD", "This code isn't good (any more): the player shows a new one.");
  }
}

/** As many as there may be are in it. */
export class RoomFull extends DomainError {
  constructor(most: number) {
    super("ROOM_FULL", "Nobody else fits into this room.", { facts: { most } });
  }
}
