create schema identity;

-- The tables of better-auth, with the column names that it uses.
create table identity."user" (
  "id" uuid primary key default gen_random_uuid(),
  "name" text not null,
  "email" text not null unique,
  "emailVerified" boolean not null,
  "image" text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  "isAnonymous" boolean not null default false,
  "role" text not null default 'member' check ("role" in ('member', 'moderator', 'editor', 'admin')),
  "username" text
);
create unique index user_username on identity."user" (lower("username"));

create table identity."session" (
  "id" uuid primary key default gen_random_uuid(),
  "expiresAt" timestamptz not null,
  "token" text not null unique,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" uuid not null references identity."user" ("id") on delete cascade
);
create index session_user_id on identity."session" ("userId");

create table identity."account" (
  "id" uuid primary key default gen_random_uuid(),
  "accountId" text not null,
  "providerId" text not null,
  "userId" uuid not null references identity."user" ("id") on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  "scope" text,
  "password" text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null
);
create index account_user_id on identity."account" ("userId");

create table identity."verification" (
  "id" uuid primary key default gen_random_uuid(),
  "identifier" text not null,
  "value" text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
create index verification_identifier on identity."verification" ("identifier");

create table identity."jwks" (
  "id" uuid primary key default gen_random_uuid(),
  "publicKey" text not null,
  "privateKey" text not null,
  "createdAt" timestamptz not null,
  "expiresAt" timestamptz,
  "alg" text,
  "crv" text
);

create table identity."rateLimit" (
  "id" uuid primary key default gen_random_uuid(),
  "key" text not null unique,
  "count" integer not null,
  "lastRequest" bigint not null
);
