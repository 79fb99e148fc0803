import { useLingui } from "@lingui/react/macro";
import { useMutation } from "urql";
import { graphql, type VariablesOf } from "../../../graphql/graphql.ts";
import { ProfileWordsFragment } from "../parts/profile-words.ts";

const UpdateProfile = graphql(
  `
    mutation UpdateProfile($profile: ProfileInput!) {
      updateProfile(profile: $profile) {
        id
        ...ProfileWords
      }
    }
  `,
  [ProfileWordsFragment],
);
const ChangePrivacy = graphql(`
  mutation ChangePrivacy($privacy: ProfilePrivacyInput!) {
    changePrivacy(privacy: $privacy) {
      name
      bio
      links
      badges
      likes
      uploads
    }
  }
`);
const SetUsername = graphql(`
  mutation SetUsername($newUsername: String!) {
    setUsername(newUsername: $newUsername) {
      id
      username
    }
  }
`);

export type Fault = { field: "username" | "name" | "bio" | "links" | null; text: string };
type Change = {
  /** Null: stays as it is. */
  username: string | null;
  profile: VariablesOf<typeof UpdateProfile>["profile"];
  privacy: VariablesOf<typeof ChangePrivacy>["privacy"];
};

/** Changes one's page: name, words, who may see what. @returns what was wrong, with its field; null when it is kept */
export function useProfileChange(): (change: Change) => Promise<Fault | null> {
  const { t } = useLingui();
  const [, updateProfile] = useMutation(UpdateProfile);
  const [, changePrivacy] = useMutation(ChangePrivacy);
  const [, setUsername] = useMutation(SetUsername);
  const faultOf = (error: NonNullable<Awaited<ReturnType<typeof updateProfile>>["error"]>): Fault => {
    const [first] = error.graphQLErrors;
    const message = first?.message ?? "";
    const extensions = first?.extensions ?? ({} as Record<string, unknown>);
    const field = (["name", "bio", "links"] as const).find((one) => extensions["field"] === `profile.${one}`);
    switch (extensions["code"]) {
      case "USERNAME_TAKEN":
        return { field: "username", text: t`Somebody has this name already. Choose another.` };
      case "USERNAME_INVALID":
        return {
          field: "username",
          text:
            extensions["reason"] === "reserved"
              ? t`This name is kept for the studio. Choose another.`
              : t`3 to 30 letters, digits, underscores or single dots, beginning with a letter.`,
        };
      case "BAD_INPUT":
        return { field: field ?? null, text: message };
      case "PAN_REJECTED":
        return { field: field ?? null, text: t`This holds a card number. Take it out.` };
      default:
        return { field: null, text: t`The studio didn’t answer. What you typed is still here.` };
    }
  };
  return async ({ username, profile, privacy }) => {
    if (username !== null) {
      const { error } = await setUsername({ newUsername: username });
      if (error) return faultOf(error);
    }
    const [words, audience] = [await updateProfile({ profile }), await changePrivacy({ privacy })];
    const error = words.error ?? audience.error;
    return error ? faultOf(error) : null;
  };
}
