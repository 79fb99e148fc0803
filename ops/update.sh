#!/bin/sh
# Moves the studio of compose.yaml to the image `eightcount` that has been built, one server after the other, so that one always answers.
# `up -d` alone would stop all of them at once. Takes what `up -d` takes from ops/.env.
#   ops/update.sh                              (with Docker: COMPOSE="docker compose --file ops/compose.yaml" ops/update.sh)
set -eu
compose() { ${COMPOSE:-podman compose --file "$(dirname "$0")/compose.yaml"} "$@"; }
servers="api api-2"

# Each must answer before the first one stops.
# shellcheck disable=SC2086 # A list of words.
compose up --detach --no-deps --no-recreate --wait $servers
# New migrations leave the running servers' database usable. Not `run --rm`, whose exit code Podman loses.
compose up --no-deps --exit-code-from migrate migrate
for server in $servers; do
  compose up --detach --no-deps --wait "$server"
done
# Not `up --detach` alone: with Podman it would make all servers again at once.
compose up --detach --no-deps worker front
