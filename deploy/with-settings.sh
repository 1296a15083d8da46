#!/bin/sh
# Runs a command on the server's machine as its user, with its settings and secrets, in the folder of the code:
#   deploy/with-settings.sh npm run doctor
set -eu
settings=/etc/dolphin
set -a
. "$settings/dolphin.env"
for secret in "$settings"/secrets/*; do
  eval "$(basename "$secret")_FILE=\$secret"
done
set +a
cd "$(dirname "$0")/.."
PATH="$PWD/node_modules/.bin:$PATH"
[ "$(id -un)" = dolphin ] && exec "$@"
exec runuser -u dolphin -- "$@"
