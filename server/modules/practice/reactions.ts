import { defineReaction } from "../../platform/events.ts";
import { classMoved } from "../catalog/events.ts";
import { moveClass } from "./moves.ts";

export const reactions = [defineReaction("practice.move_positions", classMoved, moveClass)];
