import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { SignJWT, decodeProtectedHeader, exportJWK, generateKeyPair, jwtVerify } from "jose";
import type { CryptoKey } from "jose";

/** The claims of a test's OpenID provider about the next person. */
export interface ProviderIdentity {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean | string;
  readonly name?: string;
}

/** A local OpenID provider, as strict as the major ones: PKCE, client secrets, single-use codes. */
export interface OpenIdProvider {
  readonly issuer: string;
  /** Sets the next person. */
  become(identity: ProviderIdentity): void;
  /** Issues tokens with another nonce, for another audience, or with a foreign key. Null: valid tokens. */
  forge(how: "nonce" | "audience" | "key" | null): void;
  stop(): Promise<void>;
}

/** Starts a provider. @param appleKey the public key that verifies Apple's client secrets; null: the secret is the text "secret" */
export async function startOpenIdProvider(
  options: { clientId: string; appleKey?: CryptoKey | null } = { clientId: "client" },
): Promise<OpenIdProvider> {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const stranger = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(publicKey)), kid: "test", alg: "RS256", use: "sig" };
  const codes = new Map<
    string,
    { challenge: string; nonce: string; redirect: string; identity: ProviderIdentity }
  >();
  let identity: ProviderIdentity = { sub: randomUUID() };
  let forgery: "nonce" | "audience" | "key" | null = null;
  let issuer = "";
  const isSecretRight = async (secret: string | null): Promise<boolean> => {
    if (!options.appleKey) return secret === "secret";
    const { payload } = await jwtVerify(secret ?? "", options.appleKey, { audience: issuer, issuer: "TEAM" });
    return payload.sub === options.clientId && decodeProtectedHeader(secret!).kid === "KEY";
  };
  const server = createServer((request, response) => {
    const answer = async () => {
      const url = new URL(request.url ?? "/", issuer);
      const json = (status: number, body: object) => {
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      };
      if (url.pathname === "/.well-known/openid-configuration")
        return json(200, {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
        });
      if (url.pathname === "/jwks") return json(200, { keys: [jwk] });
      if (url.pathname === "/authorize") {
        const of = (name: string) => url.searchParams.get(name) ?? "";
        if (of("client_id") !== options.clientId || of("code_challenge_method") !== "S256")
          return json(400, {});
        const code = randomUUID();
        codes.set(code, {
          challenge: of("code_challenge"),
          nonce: of("nonce"),
          redirect: of("redirect_uri"),
          identity,
        });
        if (of("response_mode") === "form_post") return json(200, { code, state: of("state") });
        const back = new URL(of("redirect_uri"));
        back.searchParams.set("code", code);
        back.searchParams.set("state", of("state"));
        response.writeHead(302, { location: back.href }).end();
        return;
      }
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      const given = codes.get(form.get("code") ?? "");
      codes.delete(form.get("code") ?? "");
      const verifier = createHash("sha256")
        .update(form.get("code_verifier") ?? "")
        .digest("base64url");
      if (!given || given.challenge !== verifier || given.redirect !== form.get("redirect_uri"))
        return json(400, {});
      if (!(await isSecretRight(form.get("client_secret")))) return json(401, {});
      const token = new SignJWT({ ...given.identity, nonce: forgery === "nonce" ? "another" : given.nonce })
        .setProtectedHeader({ alg: "RS256", kid: "test" })
        .setIssuer(issuer)
        .setAudience(forgery === "audience" ? "somebody-else" : options.clientId)
        .setSubject(given.identity.sub)
        .setIssuedAt()
        .setExpirationTime("5 minutes");
      return json(200, {
        id_token: await token.sign(forgery === "key" ? stranger.privateKey : privateKey),
        access_token: "canary-access-token",
        token_type: "Bearer",
      });
    };
    answer().catch(() => response.writeHead(500).end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    become: (next) => {
      identity = next;
    },
    forge: (how) => {
      forgery = how;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
