import type { EventStore } from '@hearth/platform/event-store/port'
import { withLock } from '@hearth/platform/postgres/advisoryLock'
import type { Log } from '@hearth/platform/telemetry/log'
import type pg from 'pg'
import { CHAIN_START, hashLink, type Link } from './chainLink.ts'

// The read model names the streams, because it has an index of them; their events come from the log.
const findGrownStreams = async (pool: pg.Pool): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ stream: string }>(
    `
      select e.stream
      from
        read.event_log e
        left join app.audit_link l on l.stream = e.stream and l.revision = e.stream_revision
      where (e.stream like 'audit-%' or e.stream like 'impersonation-%') and l.stream is null
      group by e.stream`,
  )
  return rows.map(({ stream }) => stream)
}

const extendStream = (pool: pg.Pool, store: Pick<EventStore, 'read'>, stream: string): Promise<void> =>
  withLock(pool, `audit:${stream}`, async (transaction) => {
    const { rows } = await transaction.query<Link>(
      `
        select stream, revision, commit, hash
        from app.audit_link
        where stream = $1
        order by revision desc
        limit 1`,
      [stream],
    )
    let hash: Uint8Array = rows[0]?.hash ?? CHAIN_START
    const from = rows[0] === undefined ? 0n : BigInt(rows[0].revision) + 1n
    for await (const event of store.read(stream, { from })) {
      hash = hashLink(hash, event)
      await transaction.query(
        'insert into app.audit_link (stream, revision, commit, hash) values ($1, $2, $3, $4)',
        [stream, event.revision, event.position.commit, hash],
      )
    }
  })

const insertHead = async (pool: pg.Pool): Promise<Readonly<{ links: string; hash: Buffer }> | undefined> => {
  const { rows } = await pool.query<{ links: string; hash: Buffer }>(
    `
      insert into app.audit_head (links, hash)
      select
        (select count(*) from app.audit_link),
        sha256(
          coalesce(
            (select hash from app.audit_head order by number desc limit 1),
            ''::bytea
         ) || coalesce(string_agg(hash, ''::bytea order by stream), ''::bytea
          )
        )
      from
        (
          select distinct on (stream) stream, hash
          from app.audit_link
          order by stream, revision desc
        ) as ends
      returning links, hash`,
  )
  return rows[0]
}

/** Links the new events of the audit, and writes a head over all streams if there are any. */
export const extendChain = async ({
  pool,
  store,
  log,
}: Readonly<{ pool: pg.Pool; store: Pick<EventStore, 'read'>; log: Log }>): Promise<void> => {
  const streams = await findGrownStreams(pool)
  for (const stream of streams) await extendStream(pool, store, stream)
  if (streams.length === 0) return
  const head = await insertHead(pool)
  log.info({ links: head?.links, head: head?.hash.toString('hex') }, 'audit: the chain was extended')
}
