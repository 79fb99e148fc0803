-- One-time codes for a studio's first admin. A server prints one at its start while there is no admin.
create table identity.first_admin_codes (
  code_hash bytea primary key check (octet_length(code_hash) = 32),
  expires_at timestamptz not null
);
