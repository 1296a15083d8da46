#!/bin/sh
# Nightly base backup of a PostgreSQL server: copied, verified, and only then named and older ones removed. A run that
# fails removes nothing that is whole and exits with another code than 0. docs/guides/backup.md
#
#   BACKUP_URL      postgres://dolphin_replication@db1/?sslmode=verify-full
#   BACKUP_DIR      where base backups lie, one folder a night
#   BACKUP_DAYS     how long they are kept; 35 by default
#   BACKUP_ARCHIVE  the archive of WAL files, where there is one: what no kept backup needs goes too
set -eu
: "${BACKUP_URL:?names the server}" "${BACKUP_DIR:?names the folder for base backups}"
days=${BACKUP_DAYS:-35}
name=$(date -u +%Y%m%dT%H%M%SZ)
# Debian keeps pg_verifybackup beside the server, and the newest server's last in this order.
for bin in /usr/lib/postgresql/*/bin; do PATH="$bin:$PATH"; done
part="$BACKUP_DIR/.part"

umask 077
mkdir -p "$BACKUP_DIR"
# Left by a run that did not end.
rm -rf "$part"
pg_basebackup --pgdata="$part" --checkpoint=fast --wal-method=stream --no-password --dbname="$BACKUP_URL"
pg_verifybackup --quiet "$part"
mv "$part" "$BACKUP_DIR/$name"

oldest=$(date -u -d "$days days ago" +%Y%m%dT%H%M%SZ)
for folder in "$BACKUP_DIR"/????????T??????Z; do
  if expr "$(basename "$folder")" '<' "$oldest" > /dev/null; then rm -rf "$folder"; fi
done
if [ -n "${BACKUP_ARCHIVE:-}" ]; then
  first=$(ls -d "$BACKUP_DIR"/????????T??????Z | sort | head -n 1)
  pg_archivecleanup "$BACKUP_ARCHIVE" "$(sed -n 's/^START WAL LOCATION.*(file \([0-9A-F]*\)).*/\1/p' "$first/backup_label")"
fi
echo "base backup $BACKUP_DIR/$name: verified"
