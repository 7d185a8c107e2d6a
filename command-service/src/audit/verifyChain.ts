import type { EventStore, Recorded } from '@hearth/platform/event-store/port'
import type pg from 'pg'
import { CHAIN_START, hashLink, type Link } from './chainLink.ts'

/**
 * An event of the audit that differs from the chain. `commit`: its position in the log when it was written.
 */
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

const verifyStream = async (
  pool: pg.Pool,
  store: Pick<EventStore, 'read'>,
  stream: string,
): Promise<Readonly<{ events: number; tampered: readonly Tampered[] }>> => {
  const { rows } = await pool.query<Link>(
    'select stream, revision, commit, hash from app.audit_link where stream = $1 order by revision',
    [stream],
  )
  const events = new Map<string, Recorded>()
  for await (const event of store.read(stream)) events.set(String(event.revision), event)
  const tampered: Tampered[] = []
  let before: Uint8Array = CHAIN_START
  for (const { revision, commit, hash } of rows) {
    const event = events.get(String(revision))
    if (event === undefined) tampered.push({ stream, revision, commit, what: 'missing' })
    else if (!hashLink(before, event).equals(hash))
      tampered.push({ stream, revision, commit, what: 'changed' })
    // Each event is compared by the hash that was recorded before it, so that one change is one finding.
    before = hash
  }
  return { events: rows.length, tampered }
}

/** Compares the log with the chain and names every position that differs. */
export const verifyChain = async (pool: pg.Pool, store: Pick<EventStore, 'read'>): Promise<Verification> => {
  const { rows } = await pool.query<{ stream: string }>(
    'select distinct stream from app.audit_link order by stream',
  )
  const found = []
  for (const { stream } of rows) found.push(await verifyStream(pool, store, stream))
  const heads = await pool.query<{ hash: Buffer }>(
    'select hash from app.audit_head order by number desc limit 1',
  )
  return {
    streams: rows.length,
    events: found.reduce((sum, { events }) => sum + events, 0),
    tampered: found.flatMap(({ tampered }) => tampered),
    head: heads.rows[0]?.hash.toString('hex') ?? null,
  }
}
