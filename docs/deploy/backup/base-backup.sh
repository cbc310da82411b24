#!/bin/sh
# Makes a base backup in FOLDER/base, keeps the newest KEPT backups, and removes the files in FOLDER/wal that no kept backup needs:
#   base-backup.sh FOLDER [KEPT]
# Runs as the user postgres, who may connect for replication; PATH must have the programs of the server's own version.
set -eu
folder=$1 kept=${2:-3}
unfinished=$folder/base/.unfinished

umask 077
rm -rf "$unfinished"
pg_basebackup --pgdata "$unfinished" --format tar --gzip --checkpoint fast
mv "$unfinished" "$folder/base/$(date -u +%Y-%m-%dT%H%M%S)"
sync

# Names sort by time.
ls "$folder/base" | sort -r | tail -n "+$((kept + 1))" | while read -r old; do rm -r "$folder/base/$old"; done
oldest=$(ls "$folder/base" | sort | head -n 1)
first=$(tar -xzOf "$folder/base/$oldest/base.tar.gz" backup_label | sed -n 's/^START WAL LOCATION: .*(file \(.*\))$/\1/p')
pg_archivecleanup -x .gz "$folder/wal" "$first"
