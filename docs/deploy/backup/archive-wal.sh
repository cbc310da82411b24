#!/bin/sh
# Copies a finished file of PostgreSQL's log to the archive:
#   archive_command = '/usr/local/bin/archive-wal.sh /srv/archive/wal "%p" "%f"'
# It replaces nothing, and succeeds only once the copy is on disk: PostgreSQL keeps the file and asks again until then.
set -eu
archive=$1 from=$2 name=$3
to=$archive/$name.gz
part=$archive/.$name.$$

# The folder is not made here: if its file system is not mounted, the copy must fail.
if [ ! -d "$archive" ]; then
    echo "archive-wal: there is no folder $archive" >&2
    exit 1
fi
if [ -e "$to" ]; then
    # PostgreSQL asks twice if it ended before it noted the first answer.
    if gzip -dc "$to" | cmp -s - "$from"; then exit 0; fi
    echo "archive-wal: $to exists with other contents: does another server use this folder?" >&2
    exit 1
fi

umask 077
trap 'rm -f "$part"' EXIT
gzip -1 -c "$from" > "$part"
sync "$part"
ln "$part" "$to"
sync "$archive"
