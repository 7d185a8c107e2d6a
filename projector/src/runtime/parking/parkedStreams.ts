import type { Recorded } from '@hearth/platform/event-store/port'
import { computeBucket, type BucketRange } from '@hearth/platform/read-model/bucket'
import type { Pool, PoolClient } from 'pg'
import { isAfter } from '../segments/checkpoint.ts'
import type { Entry } from '../batch/foldBatch.ts'
import { recordedFromText, recordedToText } from './recordedText.ts'

/** The streams that are set aside, each with why; `stored` once that is written. */
export type ParkedStreams = Map<string, Readonly<{ first: Entry; error: Error } | { stored: true }>>

/**
 * Thrown when more streams would be parked than the projection allows: something is wrong with more than an
 * event.
 */
export class TooManyParkedError extends Error {
  override name = 'TooManyParkedError'
}

type Place = Readonly<{ projection: string; build: number }>

const formatMessage = (error: Error): string =>
  (error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message).slice(0, 2_000)

/** From the event on that opened it, a parked stream's events are set aside. */
export const isParked = (parked: ParkedStreams, { event }: Entry): boolean => {
  const found = parked.get(event.stream)
  return found !== undefined && ('stored' in found || !isAfter(found.first.event.position, event.position))
}

/** The parked streams whose tenants fall into these buckets. */
export const loadParked = async (
  pool: Pool,
  { projection, build }: Place,
  { first, last }: BucketRange,
): Promise<ParkedStreams> => {
  const { rows } = await pool.query<{ stream: string }>(
    `select stream from read.parked_stream where projection = $1 and build = $2 and bucket between $3 and $4`,
    [projection, build, first, last],
  )
  return new Map(rows.map(({ stream }) => [stream, { stored: true }]))
}

/**
 * Sets events of parked streams aside, in the transaction of their batch; those that open a parked stream say
 * why.
 */
export const park = async (
  transaction: PoolClient,
  { projection, build }: Place,
  parked: ParkedStreams,
  entries: readonly Entry[],
  maxStreams: number,
): Promise<void> => {
  if (entries.length === 0) return
  for (const entry of entries) {
    const reason = parked.get(entry.event.stream)
    if (!reason || 'stored' in reason || reason.first !== entry) continue
    const tenantId = entry.event.metadata['tenantId'] ?? ''
    const { rows } = await transaction.query<{ streams: number }>(
      `
        with
          added as (
            insert into
              read.parked_stream (
                projection,
                build,
                stream,
                bucket,
                tenant_id,
                commit,
                event_id,
                event_type,
                error
              )
            values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
          )
        select count(*)::int + 1 as streams
        from read.parked_stream
        where projection = $1 and build = $2`,
      [
        projection,
        build,
        entry.event.stream,
        computeBucket(tenantId),
        tenantId,
        entry.event.position.commit,
        entry.event.id,
        entry.event.type,
        formatMessage(reason.error),
      ],
    )
    if ((rows[0]?.streams ?? 1) > maxStreams)
      throw new TooManyParkedError(`${projection} has more than ${maxStreams} parked streams`, {
        cause: reason.error,
      })
  }
  await transaction.query(
    `
      insert into read.parked_event (projection, build, stream, commit, prepare, recorded)
      select $1, $2, *
      from unnest($3::text[], $4::numeric[], $5::numeric[], $6::text[])`,
    [
      projection,
      build,
      entries.map(({ event }) => event.stream),
      entries.map(({ event }) => event.position.commit),
      entries.map(({ event }) => event.position.prepare),
      entries.map(({ recorded }) => recordedToText(recorded)),
    ],
  )
}

/** The oldest parked events of a stream. */
export const readParked = async (
  pool: Pool,
  { projection, build }: Place,
  stream: string,
  limit: number,
): Promise<readonly Recorded[]> => {
  const { rows } = await pool.query<{ recorded: string }>(
    `
      select recorded
      from read.parked_event
      where projection = $1 and build = $2 and stream = $3
      order by commit,
      prepare
      limit $4`,
    [projection, build, stream, limit],
  )
  return rows.map(({ recorded }) => recordedFromText(recorded))
}

/** Takes replayed events out of the parking place, and the stream itself with the last of them. */
export const unpark = async (
  transaction: PoolClient,
  { projection, build }: Place,
  stream: string,
  entries: readonly Entry[],
): Promise<void> => {
  const last = entries.at(-1)?.event.position
  if (!last) return
  await transaction.query(
    `
      delete from read.parked_event
      where
        projection = $1
        and build = $2
        and stream = $3
        and (commit, prepare) <= ($4::numeric, $5::numeric)`,
    [projection, build, stream, last.commit, last.prepare],
  )
  await transaction.query(
    `
      delete from read.parked_stream s
      where
        projection = $1
        and build = $2
        and stream = $3
        and not exists (
          select
          from read.parked_event e
          where e.projection = s.projection and e.build = s.build and e.stream = s.stream
        )`,
    [projection, build, stream],
  )
}

/** Another try was in vain. */
export const noteAttempt = async (
  pool: Pool,
  { projection, build }: Place,
  stream: string,
  error: Error,
): Promise<void> => {
  await pool.query(
    `
      update read.parked_stream
      set attempts = attempts + 1, error = $4
      where projection = $1 and build = $2 and stream = $3`,
    [projection, build, stream, formatMessage(error)],
  )
}
