-- Counters of rate-limiter-flexible: points within a window that ends at `expire`, in milliseconds since 1970. Keys are keyed hashes.
-- Unlogged: a crash forgets attempts, and no attempt waits for the disk.
create unlogged table platform.rate_limits (
  key text primary key,
  points integer not null,
  expire bigint
);
create index rate_limits_expire on platform.rate_limits (expire);

-- identity.tries, which counted before, stays for servers of the previous release. A later release drops it.
