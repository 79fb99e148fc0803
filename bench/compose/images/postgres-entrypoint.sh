#!/bin/sh
# Like the entrypoint of the image docker.io/library/postgres: makes the cluster in a new volume, runs the scripts while the server
# listens on a socket only, and then starts it over TCP.
set -eu

if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA"
  chown -R postgres:postgres "$PGDATA"
  chmod 700 "$PGDATA"
  exec setpriv --reuid postgres --regid postgres --clear-groups sh "$0" "$@"
fi

sockets=/tmp
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  [ -n "${POSTGRES_PASSWORD:-}" ] || { echo "POSTGRES_PASSWORD isn't set" >&2; exit 1; }
  file="$(mktemp)"
  printf '%s\n' "$POSTGRES_PASSWORD" > "$file"
  initdb --username postgres --pwfile "$file" --auth-local trust --auth-host scram-sha-256 --encoding UTF8
  rm "$file"
  echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
  pg_ctl --options "-c listen_addresses='' -c unix_socket_directories=$sockets" --wait start
  for script in /docker-entrypoint-initdb.d/*.sql; do
    psql --host "$sockets" --set ON_ERROR_STOP=1 --no-password --no-psqlrc --username postgres --dbname postgres --file "$script"
  done
  pg_ctl --mode fast --wait stop
fi
exec postgres -c "listen_addresses=*" -c "unix_socket_directories=$sockets" "$@"
