-- Invitations to the studio's team. Accepted and revoked ones are deleted; the audit log keeps what happened.
create table identity.staff_invitations (
  id uuid primary key,
  -- normalized
  email text not null unique,
  "role" text not null,
  -- of the newest email's link
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  sent_at timestamptz not null,
  expires_at timestamptz not null
);
