import { createHash, randomBytes } from "node:crypto";
import { SignJWT, createRemoteJWKSet, errors, importPKCS8, jwtVerify } from "jose";
import { z } from "zod";
import type { SignInProvider } from "../../../../contract/sign-in-providers.ts";
import { ProviderFailed } from "../errors.ts";

/** Settings of an OpenID Connect provider. */
export interface ProviderSettings {
  readonly name: SignInProvider;
  /** The issuer URL, which prefixes its discovery document. */
  readonly issuer: string;
  readonly clientId: string;
  /** The client secret, or Apple's key that signs each client secret. */
  readonly secret: string | { readonly teamId: string; readonly keyId: string; readonly privateKey: string };
}

/** The person at the provider. */
export interface ProviderPerson {
  readonly subject: string;
  /** Null if the provider sends none. */
  readonly email: string | null;
  /** Whether the provider has verified the address. */
  readonly isEmailVerified: boolean;
  readonly name: string | null;
}

/** The state stored between the redirect and the callback. */
export interface Errand {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

const timeoutMs = 5_000;
const discoveryShape = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
});
const tokenShape = z.object({ id_token: z.string() });
const claimsShape = z.object({
  sub: z.string().min(1).max(255),
  nonce: z.string(),
  email: z.email().max(254).optional(),
  // Apple sends a string.
  email_verified: z.union([z.boolean(), z.enum(["true", "false"])]).optional(),
  name: z.string().optional(),
});

export type Provider = ReturnType<typeof createProvider>;

/** Creates a client for a provider. Its discovery document is loaded on first use. */
export function createProvider(settings: ProviderSettings) {
  const { name, issuer, clientId, secret } = settings;
  const ask = async <Answer>(
    schema: z.ZodType<Answer>,
    url: string,
    init: RequestInit = {},
  ): Promise<Answer> => {
    try {
      const response = await fetch(url, {
        ...init,
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok) throw new Error(`${name} answered with ${response.status}.`);
      return schema.parse(await response.json());
    } catch (error) {
      throw new ProviderFailed(error);
    }
  };
  let known: Promise<
    z.infer<typeof discoveryShape> & { keys: ReturnType<typeof createRemoteJWKSet> }
  > | null = null;
  const discover = () => {
    known ??= ask(discoveryShape, `${issuer}/.well-known/openid-configuration`).then(
      (found) => ({
        ...found,
        keys: createRemoteJWKSet(new URL(found.jwks_uri), { timeoutDuration: timeoutMs }),
      }),
      (error: unknown) => {
        known = null;
        throw error;
      },
    );
    return known;
  };
  const clientSecret = async (): Promise<string> => {
    if (typeof secret === "string") return secret;
    const key = await importPKCS8(secret.privateKey.replaceAll("\\n", "\n"), "ES256");
    return new SignJWT()
      .setProtectedHeader({ alg: "ES256", kid: secret.keyId })
      .setIssuer(secret.teamId)
      .setSubject(clientId)
      .setAudience(issuer)
      .setIssuedAt()
      .setExpirationTime("5 minutes")
      .sign(key);
  };
  return {
    name,
    /**
     * The authorization URL, and the state to store until the callback.
     * @throws ProviderFailed
     */
    begin: async (returnUrl: string): Promise<{ url: string; errand: Errand }> => {
      const { authorization_endpoint } = await discover();
      const secretOf = () => randomBytes(24).toString("base64url");
      const errand = { state: secretOf(), nonce: secretOf(), verifier: secretOf() };
      const url = new URL(authorization_endpoint);
      const asked = {
        response_type: "code",
        client_id: clientId,
        redirect_uri: returnUrl,
        scope: name === "apple" ? "name email" : "openid email profile",
        state: errand.state,
        nonce: errand.nonce,
        code_challenge: createHash("sha256").update(errand.verifier).digest("base64url"),
        code_challenge_method: "S256",
        // Apple sends name and email address only by form_post.
        ...(name === "apple" ? { response_mode: "form_post" } : { prompt: "select_account" }),
      };
      for (const [key, value] of Object.entries(asked)) url.searchParams.set(key, value);
      return { url: url.href, errand };
    },
    /**
     * Exchanges the callback's code for the person.
     * @throws ProviderFailed
     */
    finish: async (came: { code: string; errand: Errand; returnUrl: string }): Promise<ProviderPerson> => {
      const { token_endpoint, keys, issuer: signedBy } = await discover();
      const { id_token } = await ask(tokenShape, token_endpoint, {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "authorization_code",
          code: came.code,
          redirect_uri: came.returnUrl,
          client_id: clientId,
          client_secret: await clientSecret(),
          code_verifier: came.errand.verifier,
        }),
      });
      try {
        const { payload } = await jwtVerify(id_token, keys, {
          issuer: signedBy,
          audience: clientId,
          algorithms: ["RS256", "ES256"],
          maxTokenAge: "10 minutes",
        });
        const claims = claimsShape.parse(payload);
        if (claims.nonce !== came.errand.nonce)
          throw new errors.JWTClaimValidationFailed("nonce", payload, "nonce");
        return {
          subject: claims.sub,
          email: claims.email?.toLowerCase() ?? null,
          isEmailVerified: claims.email_verified === true || claims.email_verified === "true",
          name: claims.name ?? null,
        };
      } catch (error) {
        throw new ProviderFailed(error);
      }
    },
  };
}
