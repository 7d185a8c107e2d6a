import type { Client } from 'pg'

// Applied in order by the holder of the log's lock; append only.
const migrations: readonly string[] = [
  `CREATE TABLE events.event (
     position bigint PRIMARY KEY,
     stream text COLLATE "C" NOT NULL,
     revision bigint NOT NULL,
     id uuid NOT NULL,
     type text NOT NULL,
     is_json boolean NOT NULL,
     created_at bigint NOT NULL,
     metadata bytea NOT NULL,
     data bytea NOT NULL
   );
   CREATE UNIQUE INDEX event_stream_revision ON events.event (stream, revision);
   ALTER TABLE events.event
     ALTER COLUMN data SET STORAGE EXTERNAL,
     ALTER COLUMN metadata SET STORAGE EXTERNAL,
     SET (autovacuum_vacuum_insert_scale_factor = 0.05);
   COMMENT ON COLUMN events.event.position IS 'place in the log, contiguous from 1';
   COMMENT ON COLUMN events.event.revision IS 'place in the stream from 0; 2^63-1 is the tombstone';
   COMMENT ON COLUMN events.event.created_at IS 'milliseconds since the Unix epoch'`,
]

/** Brings schema `events` to this version; refuses a database that a newer version has written. */
export const migrate = async (client: Client): Promise<void> => {
  await client.query('BEGIN')
  await client.query('CREATE SCHEMA IF NOT EXISTS events')
  await client.query(
    `CREATE TABLE IF NOT EXISTS events.migration (
       version int PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now()
     )`,
  )
  const { rows } = await client.query<{ version: number }>(
    'SELECT coalesce(max(version), 0) AS version FROM events.migration',
  )
  const version = rows[0]?.version ?? 0
  if (version > migrations.length)
    throw new Error(
      `the event log has version ${version}, this program knows ${migrations.length}: use a newer one`,
    )
  for (const [index, statement] of migrations.entries()) {
    if (index < version) continue
    await client.query(statement)
    await client.query('INSERT INTO events.migration (version) VALUES ($1)', [index + 1])
  }
  await client.query('COMMIT')
}
