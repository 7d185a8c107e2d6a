#!/bin/sh
# Creates the certificates of EventStoreDB below ./certificates: of its CA, and of each node that is named.
# Needs openssl. What is there already is kept; a further node needs the CA's key, ./ca.key, back in place.
set -eu
[ $# -gt 0 ] || { echo "usage: $0 eventstore [eventstore-2 eventstore-3]" >&2; exit 64; }

ca=certificates/ca/ca.crt
mkdir -p certificates/ca
if [ ! -e $ca ]; then
  openssl req -x509 -newkey rsa:2048 -nodes -days 3650 -subj /CN=hearth-ca -keyout ca.key -out $ca
elif [ ! -e ca.key ]; then
  echo "$ca has no key next to it: copy ca.key to $PWD" >&2
  exit 1
fi

for name in "$@"; do
  directory=certificates/node${name#eventstore}
  [ ! -e "$directory/node.crt" ] || continue
  mkdir -p "$directory"
  # Nodes trust each other by the common name, services by the name in the address.
  openssl req -newkey rsa:2048 -nodes -subj /CN=eventstoredb-node -keyout "$directory/node.key" -out node.csr
  printf 'subjectAltName=DNS:%s,DNS:localhost,IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth\n' "$name" > node.ext
  openssl x509 -req -in node.csr -CA $ca -CAkey ca.key -CAcreateserial -days 825 -extfile node.ext -out "$directory/node.crt"
  rm node.csr node.ext
done
