import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { eventDefinitions, resources } from '@hearth/contracts'
import { bookingProjection } from '@hearth/contracts/booking/projections'
import { createTableSql, READ_SCHEMA } from '@hearth/platform/read-model/tables'
import { openPool } from '@hearth/platform/postgres/pool'
import { startTestStack } from '@hearth/platform/testing/stack'
import { projections } from '@hearth/projector/registry'
import { openWorkplace, type Workplace } from '@hearth/projector/testing/workplace'
import type { Projection } from '@hearth/contracts/kernel/projection'
import type { Pool } from 'pg'
import { projectEventByEvent } from '../eventByEvent.ts'
import { openGenerator } from '../generators/generator.ts'
import type { EmmettInput, EmmettRound } from '../generators/emmett.ts'
import { readHead } from '../head.ts'
import { writeBookings } from '../history.ts'
import type { Row } from '../measurement.ts'
import type { Log } from '../openedBookings.ts'
import { alternate } from '../rounds.ts'
import { median } from '../statistics.ts'
import { warnings } from '../warnings.ts'
import { catchUp, withClient } from './projection.ts'

const EVENTS = 15_000
const GOAL = 8
/** The slow sides need no more: their rounds last half a minute. */
const MAX_ROUNDS = 2
const BATCH_SIZES = [100, 500, 1_000, 5_000, 20_000]
const TRIED_EVENTS = 2_500
const STYLES = ['rows', 'documents'] as const

type Side = Readonly<{ url: string; pool: Pool; empty: () => Promise<void> }>

/**
 * A database of its own on the same server, with those options of the projector's connections that help, and
 * the table of the projection.
 */
const openSide = async (workplace: Workplace, databaseUrl: string, name: string): Promise<Side> => {
  await workplace.maintenancePool.query(`create database ${name}`)
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  url.searchParams.set('options', '-c synchronous_commit=off -c jit=off -c timezone=UTC')
  const pool = openPool({ connectionString: url.href, max: 2, name, log: warnings, limits: 'long' })
  await pool.query(`create schema ${READ_SCHEMA}`)
  await pool.query(createTableSql(bookingProjection))
  return {
    url: url.href,
    pool,
    empty: async () =>
      void (await pool.query(`truncate ${READ_SCHEMA}.booking; drop table if exists checkpoint`)),
  }
}

/** All rows without positions and times, which each log counts for itself. */
const fingerprint = async (pool: Pool): Promise<string> => {
  const { rows } = await pool.query<{ hash: string }>(
    `select count(*) || ' rows, md5 ' ||
       md5(string_agg(md5((to_jsonb(t) - '_commit' - '_at')::text), '' order by tenant_id, id)) as hash
     from ${READ_SCHEMA}.booking t`,
  )
  return rows[0]?.hash ?? ''
}

/** Whether the documents hold the same rows that our projector has written. */
const sameDocuments = async ({ pool }: Side, workplace: Workplace): Promise<boolean> => {
  const { rows } = await pool.query<{ data: Readonly<Record<string, unknown>> }>(
    'select data from booking_documents',
  )
  const documents = new Map(rows.map(({ data: { _id, _version, ...row } }) => [String(_id), row]))
  const ours = await workplace.rowsOf(bookingProjection as Projection)
  return (
    ours.length === documents.size &&
    ours.every(({ row }) => isDeepStrictEqual(documents.get(String(row['id'])), row))
  )
}

type Emmett = ReturnType<typeof openGenerator<EmmettInput, EmmettRound>>
type Trial = Readonly<{ style: (typeof STYLES)[number]; batchSize: number; perSecond: number }>

const emptyPeer = async (peer: Side): Promise<void> => {
  await peer.empty()
  await peer.pool.query('drop table if exists booking_documents')
}

/** Tries emmett's styles and sizes of batches, so that it is measured at its best. */
const tryEmmett = async (emmett: Emmett, peer: Side): Promise<readonly Trial[]> => {
  const tried: Trial[] = []
  for (const style of STYLES) {
    for (const batchSize of BATCH_SIZES) {
      await emptyPeer(peer)
      const { seconds } = await emmett.round({ style, batchSize, events: TRIED_EVENTS })
      tried.push({ style, batchSize, perSecond: TRIED_EVENTS / seconds })
    }
  }
  return tried
}

/** Seconds that a handler of single events takes for the whole log. */
const timeEventByEvent = async (log: Log, { url }: Side, events: number): Promise<number> => {
  const pool = openPool({
    connectionString: url,
    max: 1,
    name: 'event by event',
    log: warnings,
    limits: 'long',
  })
  const begun = performance.now()
  try {
    if ((await projectEventByEvent(log, pool)) !== events)
      throw new Error('Event by event, some were not handed over')
    return (performance.now() - begun) / 1_000
  } finally {
    await pool.end()
  }
}

type Sides = Readonly<{ emmett: Emmett; peer: Side; single: Side }>

const measureSides = async (
  log: Log,
  workplace: Workplace,
  { emmett, peer, single }: Sides,
  events: number,
  wantedRounds: number,
) => {
  const head = await withClient(log.eventStoreUrl, readHead)
  const tried = await tryEmmett(emmett, peer)
  const best = tried.reduce((a, b) => (b.perSecond > a.perSecond ? b : a))
  const prints: Record<string, string> = {}
  const seconds = await alternate(Math.min(wantedRounds, MAX_ROUNDS), {
    ours: async () => {
      const one = await catchUp(workplace, head)
      prints['ours'] = await fingerprint(workplace.maintenancePool)
      return one
    },
    emmett: async () => {
      await emptyPeer(peer)
      const one = await emmett.round({ style: best.style, batchSize: best.batchSize, events })
      prints['emmett'] =
        best.style === 'rows'
          ? await fingerprint(peer.pool)
          : (await sameDocuments(peer, workplace))
            ? (prints['ours'] ?? '')
            : 'other documents'
      return one.seconds
    },
    single: async () => {
      await single.empty()
      const one = await timeEventByEvent(log, single, events)
      prints['single'] = await fingerprint(single.pool)
      return one
    },
  })
  return { events, tried, best, prints, seconds }
}

const measure = async (log: Log, workplace: Workplace, wantedRounds: number) => {
  const events = await writeBookings(log.eventStoreUrl, workplace.sealer, EVENTS)
  const peer = await openSide(workplace, log.databaseUrl, 'emmett')
  const single = await openSide(workplace, log.databaseUrl, 'event_by_event')
  const emmett = openGenerator<EmmettInput, EmmettRound>('emmett.ts', { database: peer.url, log })
  try {
    const filled = await emmett.round('fill')
    if (filled.count !== events) throw new Error(`Only ${filled.count} of ${events} events were handed on`)
    const measured = await measureSides(log, workplace, { emmett, peer, single }, events, wantedRounds)
    return { ...measured, fillSeconds: filled.seconds }
  } finally {
    emmett.close()
    await peer.pool.end()
    await single.pool.end()
  }
}

const createReport = ({
  events,
  prints,
  seconds,
  best,
  tried,
  fillSeconds,
}: Awaited<ReturnType<typeof measure>>): Awaited<ReturnType<Row>> => {
  const perSecond = (side: readonly number[]) => median(side.map((one) => events / one))
  const [ours, emmett, single] = [
    perSecond(seconds.ours),
    perSecond(seconds.emmett),
    perSecond(seconds.single),
  ]
  return {
    figures: [
      {
        figure:
          '3 catch-up of the bookings projection ÷ ' +
          `emmett-postgresql (${best.style}, batches of ${best.batchSize})`,
        unit: 'events/s',
        measured: ours,
        bare: emmett,
        ratio: ours / emmett,
        goal: `≥ ${GOAL}`,
        met: ours / emmett >= GOAL,
      },
      {
        figure: '  the same ÷ one transaction for each event',
        unit: 'events/s',
        measured: ours,
        bare: single,
        ratio: ours / single,
      },
    ],
    details: {
      events,
      versions: { emmett: '0.42.0', 'emmett-postgresql': '0.42.0' },
      rows: prints,
      tried,
      seconds,
      fillSeconds,
    },
  }
}

/**
 * The catch-up of the bookings projection against the same fold on emmett's own Postgres store, and against a
 * handler of single events: on one server, with the same events, to the same rows. emmett's are filled with
 * decrypted personal fields, which spares it that work.
 */
export const peers: Row = async ({ rounds }) => {
  const stack = await startTestStack()
  try {
    const log: Log = {
      databaseUrl: stack.databaseUrl,
      eventStoreUrl: stack.eventStoreUrl,
      sealingKey: randomBytes(32).toString('base64'),
    }
    const domain = {
      definitions: eventDefinitions,
      projections: projections.filter(({ name }) => name === 'booking'),
      resources: Object.values(resources),
    }
    const workplace = await openWorkplace({ ...log, log: warnings, domain })
    try {
      const measured = await measure(log, workplace, rounds)
      if (new Set(Object.values(measured.prints)).size !== 1)
        throw new Error(`The rows differ: ${JSON.stringify(measured.prints)}`)
      return createReport(measured)
    } finally {
      await workplace.close()
    }
  } finally {
    await stack.stop()
  }
}
