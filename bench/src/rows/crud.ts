import { createHash, randomBytes } from 'node:crypto'
import { addDays } from '@hearth/contracts/kernel/dates'
import { startChild } from '@hearth/platform/testing/child'
import type { Installation } from '@hearth/standalone/testing/installation'
import { readLogBytes } from '@hearth/standalone/event-store/logBytes'
import type { Pool } from 'pg'
import { schema } from '../crud/schema.ts'
import { openGenerator, type Round } from '../generators/generator.ts'
import type { RequestsInput, RequestsRound } from '../generators/requests.ts'
import { furnish, NOTE, createStays, stayAt, withQuiet, type House } from '../house.ts'
import type { Row } from '../measurement.ts'
import { alternate } from '../rounds.ts'
import { median, percentile } from '../statistics.ts'
import { withInstallation } from '../temporary.ts'
import { withPool } from '../withPool.ts'

const SCHEMA = 'crud'
const PARALLEL = 32
const LISTINGS = 40
const STAYS = 25
const FEE_BPS = 300
const PAGES = 200

type Headers = Readonly<Record<string, string>>
type Side = Readonly<{ baseUrl: string; notes: Headers; stays: Headers; page: string }>

/** A schema of its own in the database of the installation, with the same host and listings. */
const openPeer = async (installation: Installation, house: House) => {
  const url = new URL(installation.databaseUrl)
  url.searchParams.set('options', `-c search_path=${SCHEMA},public`)
  const token = randomBytes(32).toString('hex')
  await withPool(url.href, async (pool) => {
    await pool.query(`create schema ${SCHEMA}; ${schema}`)
    await pool.query(`insert into session values ($1, $2, 'Owner', now() + interval '1 day')`, [
      createHash('sha256').update(token).digest(),
      house.accountId,
    ])
    await pool.query(
      `insert into listing select id, $2, 'EUR', 4, ${FEE_BPS} from unnest($1::uuid[]) as id`,
      [house.listingIds, house.accountId],
    )
  })
  const child = await startChild('bench/src/crud/main.ts', [], { DATABASE_URL: url.href })
  const headers = { authorization: `Bearer ${token}` }
  return { databaseUrl: url.href, headers, child }
}

type Peer = Awaited<ReturnType<typeof openPeer>>

const readBytes = async (pool: Pool, schemaName: string): Promise<number> => {
  const { rows } = await pool.query<{ bytes: string }>(
    `
      select coalesce(sum(pg_total_relation_size(c.oid)), 0) as bytes
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $1 and c.relkind = 'r'`,
    [schemaName],
  )
  return Number(rows[0]?.bytes)
}

/** What our read models and our log take, in bytes. */
const readOurBytes = ({ databaseUrl }: Installation): Promise<{ models: number; log: number }> =>
  withPool(databaseUrl, async (pool) => ({
    models: await readBytes(pool, 'read'),
    log: (await readLogBytes(pool)) ?? 0,
  }))

const post = async (url: string, headers: Headers, body: unknown): Promise<void> => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status} ${await answer.text()}`)
}

/** The ids that the peer gave the bookings of the house. */
const copyBookings = async (
  { databaseUrl, headers, child }: Peer,
  house: House,
): Promise<readonly string[]> => {
  const start = addDays(new Date().toISOString().slice(0, 10), 1)
  for (const listingId of house.listingIds)
    for (let stay = 0; stay < STAYS; stay += 1)
      await post(
        `${child.url}/api/bookings`,
        headers,
        stayAt(listingId, addDays(start, stay * 2), 2, `${listingId}-${stay}`),
      )
  return withPool(databaseUrl, async (pool) =>
    (await pool.query<{ id: string }>('select id from booking')).rows.map(({ id }) => id),
  )
}

/** Milliseconds of a host's first page of bookings, asked for again and again by one reader. */
const timePages = async ({ baseUrl, page, notes }: Side): Promise<readonly number[]> => {
  const milliseconds: number[] = []
  for (let count = 0; count < PAGES; count += 1) {
    const begun = performance.now()
    const answer = await fetch(`${baseUrl}${page}`, { headers: notes })
    const rows: unknown = await answer.json()
    if (!Array.isArray(rows) || rows.length !== 25) throw new Error(`${page} answered ${answer.status}`)
    milliseconds.push(performance.now() - begun)
  }
  return milliseconds
}

const openSide = ({ baseUrl }: Pick<Side, 'baseUrl'>) =>
  openGenerator<RequestsInput, RequestsRound>('requests.ts', { baseUrl, clients: PARALLEL })

const measureSides = async (
  house: House,
  sides: Readonly<Record<'ours' | 'peer', Side>>,
  bookings: Readonly<Record<'ours' | 'peer', readonly string[]>>,
  { seconds, rounds }: Readonly<{ seconds: number; rounds: number }>,
  quiet: () => Promise<void>,
) => {
  const generators = { ours: openSide(sides.ours), peer: openSide(sides.peer) }
  const takeStays = { ours: createStays(house), peer: createStays(house) }
  const addNotes = (side: 'ours' | 'peer') => () =>
    generators[side].round({
      seconds,
      headers: sides[side].notes,
      commands: bookings[side].map((id) => ({ path: `/api/bookings/${id}/add-note`, body: NOTE })),
    })
  // More than can be received in the time, so that none is sent twice.
  const receive = (side: 'ours' | 'peer') => () =>
    generators[side].round({
      seconds,
      headers: sides[side].stays,
      commands: takeStays[side](Math.ceil(8_000 * seconds)),
    })
  try {
    const commands = await alternate(
      rounds,
      {
        ours: addNotes('ours'),
        peer: addNotes('peer'),
        oursStays: receive('ours'),
        peerStays: receive('peer'),
      },
      quiet,
    )
    const pages = await alternate(
      rounds,
      { ours: () => timePages(sides.ours), peer: () => timePages(sides.peer) },
      quiet,
    )
    return { commands, pages }
  } finally {
    generators.ours.close()
    generators.peer.close()
  }
}

const perSecond = (rounds: readonly Round[]) => median(rounds.map(({ count, seconds }) => count / seconds))
const p50 = (rounds: readonly (readonly number[])[]) => median(rounds.map((one) => percentile(one, 50)))

const compare = (figure: string, unit: string, measured: number, bare: number) => ({
  figure,
  unit,
  measured,
  bare,
  ratio: measured / bare,
})

const measure = async (installation: Installation, options: Parameters<Row>[0]) => {
  const empty = await readOurBytes(installation)
  const house = await furnish(installation, { listings: LISTINGS, stays: STAYS })
  const peer = await openPeer(installation, house)
  try {
    return await withQuiet(installation, async (quiet) => {
      const created = await copyBookings(peer, house)
      await quiet()
      const filled = await readOurBytes(installation)
      const peerBytes = await withPool(peer.databaseUrl, (pool) => readBytes(pool, SCHEMA))
      const importer = {
        authorization: `Bearer ${installation.token('importer')}`,
        'x-host-account': house.accountId,
      }
      const range = encodeURIComponent('[0,24]')
      const measured = await measureSides(
        house,
        {
          ours: {
            baseUrl: installation.baseUrl,
            notes: house.owner,
            stays: importer,
            page: `/api/bookings?range=${range}`,
          },
          peer: {
            baseUrl: peer.child.url,
            notes: peer.headers,
            stays: peer.headers,
            page: '/api/bookings?from=0',
          },
        },
        { ours: house.bookings.map(({ id }) => id), peer: created },
        options,
        quiet,
      )
      const bytes = {
        models: (filled.models - empty.models) / created.length,
        log: (filled.log - empty.log) / created.length,
        peer: peerBytes / created.length,
      }
      return { ...measured, bytes, bookings: created.length }
    })
  } finally {
    await peer.child.stop()
  }
}

/**
 * Commands, pages and size against Express with Postgres and one transaction for each command
 * (bench/src/crud), on the same Postgres, with the same host, listings and bookings, by the same clients.
 * What such a service lacks: docs/performance.md#alternatives.
 */
export const crud: Row = (options) =>
  withInstallation(async (installation) => {
    const { commands, pages, bytes, bookings } = await measure(installation, options)
    const ours = bytes.models + bytes.log
    return {
      figures: [
        compare(
          '9 commands/s ÷ Express with one transaction for each',
          '/s',
          perSecond(commands.ours),
          perSecond(commands.peer),
        ),
        compare('  bookings received/s', '/s', perSecond(commands.oursStays), perSecond(commands.peerStays)),
        compare('  page of 25 of a host, p50', 'ms', p50(pages.ours), p50(pages.peer)),
        compare(`  bytes per booking at ${bookings}, log and read models`, 'B', ours, bytes.peer),
      ],
      details: { bytes, bookings },
    }
  })
