import { HOUR_MS } from '@hearth/contracts/kernel/dates'
import { createHash } from 'node:crypto'
import type { EventStore, Recorded } from '@hearth/platform/event-store/port'
import { pollUntilAborted } from '@hearth/platform/retry/pollUntilAborted'
import type { Log } from '@hearth/platform/telemetry/log'
import { withLock } from '@hearth/platform/postgres/advisoryLock'
import type pg from 'pg'

const NOTHING = Buffer.alloc(32)

/** Where an event of the audit is not what it was. `commit`: its position in the log as it was written. */
export type Tampered = Readonly<{
  stream: string
  revision: number
  commit: string
  what: 'changed' | 'missing'
}>
export type Verification = Readonly<{
  streams: number
  events: number
  tampered: readonly Tampered[]
  head: string | null
}>

// Keys in order, so that equal events give equal texts.
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/** SHA-256 over the event as the log has it, personal fields sealed, and the link before it. */
export const linkOf = (
  before: Uint8Array,
  { id, stream, revision, type, data, metadata, recordedAt }: Recorded,
): Buffer =>
  createHash('sha256')
    .update(before)
    .update(canonical([id, stream, String(revision), type, data, metadata, recordedAt]))
    .digest()

type Link = { stream: string; revision: number; commit: string; hash: Buffer }

export type AuditChain = ReturnType<typeof openAuditChain>

/**
 * The hash chain over the streams of the audit (docs/domain/audit.md#hash-chain): once an hour each new event
 * is linked to the one before, and a head over all streams goes to the table and to the service's log, which
 * lies elsewhere. Erasing a person changes no event.
 */
export const openAuditChain = ({
  pool,
  store,
  log,
}: Readonly<{ pool: pg.Pool; store: Pick<EventStore, 'read'>; log: Log }>) => {
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()

  // Which streams there are says their read model, by the index of its streams; what is in them says the log.
  const grown = async (): Promise<readonly string[]> => {
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

  const extendStream = (stream: string): Promise<void> =>
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
      let hash: Uint8Array = rows[0]?.hash ?? NOTHING
      const from = rows[0] === undefined ? 0n : BigInt(rows[0].revision) + 1n
      for await (const event of store.read(stream, { from })) {
        hash = linkOf(hash, event)
        await transaction.query(
          'insert into app.audit_link (stream, revision, commit, hash) values ($1, $2, $3, $4)',
          [stream, event.revision, event.position.commit, hash],
        )
      }
    })

  const extend = async (): Promise<void> => {
    const streams = await grown()
    for (const stream of streams) await extendStream(stream)
    if (streams.length === 0) return
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
    log.info({ links: rows[0]?.links, head: rows[0]?.hash.toString('hex') }, 'audit: the chain was extended')
  }

  const verifyStream = async (
    stream: string,
  ): Promise<Readonly<{ events: number; tampered: readonly Tampered[] }>> => {
    const { rows } = await pool.query<Link>(
      'select stream, revision, commit, hash from app.audit_link where stream = $1 order by revision',
      [stream],
    )
    const events = new Map<string, Recorded>()
    for await (const event of store.read(stream)) events.set(String(event.revision), event)
    const tampered: Tampered[] = []
    let before: Uint8Array = NOTHING
    for (const { revision, commit, hash } of rows) {
      const event = events.get(String(revision))
      const what =
        event === undefined ? 'missing' : linkOf(before, event).equals(hash) ? undefined : 'changed'
      if (what !== undefined) tampered.push({ stream, revision, commit, what })
      // Each is judged by what stood before it when it was linked, so that one change is one finding.
      before = hash
    }
    return { events: rows.length, tampered }
  }

  return {
    /** Links what is new. Safe to run anywhere, at any time, twice at once. */
    extend,
    /** Compares the log with the chain and names every position that differs. */
    verify: async (): Promise<Verification> => {
      const { rows } = await pool.query<{ stream: string }>(
        'select distinct stream from app.audit_link order by stream',
      )
      const found = []
      for (const { stream } of rows) found.push(await verifyStream(stream))
      const heads = await pool.query<{ hash: Buffer }>(
        'select hash from app.audit_head order by number desc limit 1',
      )
      return {
        streams: rows.length,
        events: found.reduce((sum, { events }) => sum + events, 0),
        tampered: found.flatMap(({ tampered }) => tampered),
        head: heads.rows[0]?.hash.toString('hex') ?? null,
      }
    },
    start: () => {
      running = pollUntilAborted({
        round: extend,
        pauseMs: HOUR_MS,
        name: 'audit chain',
        log,
        signal: stopping.signal,
      })
    },
    stop: () => {
      stopping.abort()
      return running
    },
  }
}
