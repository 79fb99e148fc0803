import { defaultFace, faceCount, faceOf, facePath } from "../../../../contract/faces.ts";
import type { Db } from "../../../platform/db.ts";
import { insertMember, listMembers } from "./store.ts";
import type { MemberRow, NewMember } from "./store.ts";

/** Adds a member to a family unless the id exists, with a portrait that differs from those of the others. */
export async function addMember(db: Db, member: NewMember): Promise<void> {
  const others = await listMembers(db, [member.accountId]);
  await insertMember(db, { ...member, image: facePath(freeFace(member.name, others)) });
}

/** The portrait of a name, or the next one that no other profile shows, if there is one. */
function freeFace(name: string, others: readonly MemberRow[]): number {
  const taken = new Set(others.map((other) => faceOf(other.image) ?? defaultFace(other.name)));
  const own = defaultFace(name);
  const faces = Array.from({ length: faceCount }, (_unused, step) => 1 + ((own - 1 + step) % faceCount));
  return faces.find((face) => !taken.has(face)) ?? own;
}
