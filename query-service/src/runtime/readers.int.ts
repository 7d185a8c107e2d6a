import { bookings } from '@hearth/contracts/booking'
import { projections } from '@hearth/contracts/projections'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { createKysely } from '@hearth/platform/postgres/pool'
import { STAFF_READER, TENANT_READER } from '@hearth/platform/read-model/readers'
import { qualified } from '@hearth/platform/read-model/tables'
import type { Principal } from '@hearth/platform/session/principal'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { book, openAccount, startListing } from '../testing/stays.ts'
import { startService, type Service } from '../testing/service.ts'
import { createModel, type Scope } from './model.ts'
import { chooseReading } from './chooseReading.ts'
import { parseListRequest } from './listRequest.ts'
import { pageSql, readPage } from './readRows.ts'
import { plannedOnce, readAcrossAccounts, readAsAsker } from './readers.ts'

const VALE = deriveId('test', 'vale')
const HILL = deriveId('test', 'hill')

let service: Service

beforeAll(async () => {
  service = await startService()
  for (const account of [VALE, HILL]) {
    const by = {
      tenantId: account,
      actorId: 'importer',
      actorKind: 'service',
      at: '2026-06-01T10:00:00.000Z',
    }
    const listingId = deriveId('test', 'listing', account)
    await service.project([
      openAccount(account, 'A place', by),
      ...startListing(listingId, 'Cedar House', by),
      ...book({ listingId, guestName: 'Ana S', checkIn: '2026-07-01', nights: 3 }, by).events,
    ])
  }
})
afterAll(() => service?.stop())

const asRole = async <Row extends object>(
  role: string,
  tenantId: string | undefined,
  text: string,
): Promise<Row[]> => {
  const client = await service.pool.connect()
  try {
    await client.query('begin')
    await client.query(`set local role ${role}`)
    if (tenantId !== undefined) await client.query(`select set_config('app.tenant_id', $1, true)`, [tenantId])
    return (await client.query<Row>(text)).rows
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const createHost = (tenantId: string) => ({
  actor: { id: 'h', kind: 'host', role: 'owner', name: 'Ada' },
  tenantId,
  listingIds: 'all',
})

/** Calls a route that reads from there, as this person. */
const asker = (bodyFor: (principal: Principal | undefined) => Promise<unknown>) => {
  const entry = readAsAsker({
    method: 'GET',
    path: '/',
    access: 'signed-in',
    tenant: 'own',
    rate: 'read',
    schemas: {},
    run: async ({ principal }) => ({ status: 200, body: await bodyFor(principal) }),
  })
  return async (principal: unknown) => ((await entry.run({ principal } as never)) as { body: unknown }).body
}

describe('the database', () => {
  test.each(projections.map(({ name }) => name))('returns no rows of %s without an account', async (name) => {
    const rows = await asRole<{ tenant_id: string }>(
      TENANT_READER,
      undefined,
      `select tenant_id from ${qualified(name)} where tenant_id <> 'platform'`,
    )
    expect(rows).toEqual([])
  })

  test('returns one account’s rows to its host, and all rows to staff', async () => {
    const text = `select distinct tenant_id from ${qualified('booking')} order by tenant_id`
    expect(await asRole(TENANT_READER, VALE, text)).toEqual([{ tenant_id: VALE }])
    expect(await asRole(STAFF_READER, undefined, text)).toEqual(
      [VALE, HILL].toSorted().map((tenant_id) => ({ tenant_id })),
    )
  })

  test.each([TENANT_READER, STAFF_READER])('lets %s neither write nor read credentials', async (role) => {
    await expect(asRole(role, VALE, `delete from ${qualified('booking')}`)).rejects.toThrow(
      'permission denied',
    )
    await expect(asRole(role, VALE, 'select * from app.app_user')).rejects.toThrow('permission denied')
    const { rows } = await service.pool.query(
      'select rolbypassrls or rolsuper as above from pg_roles where rolname = $1',
      [role],
    )
    expect(rows).toEqual([{ above: false }])
  })
})

test('a query without a scope returns rows of the caller’s account only', async () => {
  const { db } = service
  const ask = asker(
    async () =>
      (await sql<{ tenant_id: string }>`select tenant_id from ${sql.table('read.booking')}`.execute(db)).rows,
  )
  const staff = { actor: { id: 's', kind: 'staff', role: 'support', name: 'Sam' }, listingIds: 'all' }
  expect(await ask(createHost(HILL))).toEqual([{ tenant_id: HILL }])
  expect(await ask(createHost(VALE))).toEqual([{ tenant_id: VALE }])
  expect(await ask(staff)).toHaveLength(2)
  expect(
    await ask({
      ...staff,
      tenantId: VALE,
      impersonation: { id: 'i', mode: 'read_only', scopes: ['all'], expiresAt: '' },
    }),
  ).toEqual([{ tenant_id: VALE }])
  expect(await ask(undefined)).toEqual([])
  expect((await sql`select 1 from ${sql.table('read.booking')}`.execute(db)).rows).toEqual([])
})

test('discards a connection whose change of reader failed', async () => {
  const { db } = service
  const ask = asker(
    async () => (await sql<{ tenant_id: string }>`select tenant_id from read.booking`.execute(db)).rows,
  )
  const server = asker(
    async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows,
  )
  for (const tenantId of [VALE, HILL]) {
    expect(await ask(createHost(tenantId))).toEqual([{ tenant_id: tenantId }])
    const before = await server(createHost(tenantId))
    // Postgres texts cannot contain this character, so the change of reader fails.
    await expect(ask(createHost('\0'))).rejects.toThrow('invalid byte sequence')
    expect(await server(createHost(tenantId))).not.toEqual(before)
  }
  for (const tenantId of [VALE, HILL, VALE, HILL])
    expect(await ask(createHost(tenantId))).toEqual([{ tenant_id: tenantId }])
})

test('a reused plan returns each caller’s own rows and survives a change of the table', async () => {
  const { db, pool } = service
  const ask = asker(
    async (principal) =>
      (
        await sql<{
          tenant_id: string
        }>`${plannedOnce}select * from read.planned where id <> ${principal?.actor.id}`.execute(db)
      ).rows,
  )
  await pool.query(
    `create table read.planned (tenant_id text, id text); select read.protect('planned', false)`,
  )
  await pool.query(`insert into read.planned values ($1, 'v'), ($2, 'w')`, [VALE, HILL])
  for (let index = 0; index < 8; index += 1) {
    expect(await ask(createHost(VALE))).toEqual([{ tenant_id: VALE, id: 'v' }])
    expect(await ask(createHost(HILL))).toEqual([{ tenant_id: HILL, id: 'w' }])
  }
  const kept = async () =>
    (
      await readAcrossAccounts(() =>
        sql<{
          count: number
        }>`
          select count(*)::int as count
          from pg_prepared_statements
          where statement like '%read.planned%' and generic_plans > 0`.execute(db),
      )
    ).rows[0]?.count
  expect(await kept()).toBe(1)
  await pool.query('alter table read.planned add column more int')
  expect(await ask(createHost(VALE))).toEqual([{ tenant_id: VALE, id: 'v', more: null }])
})

test('pages and searches of a host use the same indexes as without row security', async () => {
  const { pool } = service
  const table = qualified('booking')
  const others = Array.from({ length: 200 }, (_, index) => deriveId('test', 'other', String(index)))
  const { rows: columns } = await pool.query<{ column_name: string }>(
    `
      select column_name
      from information_schema.columns
      where
        table_schema = 'read'
        and table_name = 'booking'
        and column_name not in ('id', 'tenant_id', 'guest_name', 'code')`,
  )
  const same = columns.map(({ column_name }) => `"${column_name}"`).join(', ')
  const fill = (accounts: readonly string[], from: number, to: number) =>
    pool.query(
      `
        insert into ${table} (id, tenant_id, guest_name, code, ${same})
        select gen_random_uuid()::text, t, 'Guest ' || md5(t || n), 'HB-' || n, ${same}
        from ${table}, unnest($1::text[]) t, generate_series($3::int, $4::int) n
        where tenant_id = $2 and guest_name = 'Ana S'`,
      [accounts, HILL, from, to],
    )
  for (let index = 0; index < others.length; index += 20) await fill(others.slice(index, index + 20), 1, 50)
  for (let from = 1; from < 10_000; from += 1_000) await fill([VALE], from, from + 999)
  // Autovacuum may be analyzing these new rows right now; the pool's limits would not wait for its lock.
  await pool.query(
    `begin; set local lock_timeout = 0; set local statement_timeout = 0; analyze ${table}; commit`,
  )
  const model = createModel(bookings)
  const guest = model.fields.get('guestName')
  const sortField = model.fields.get(bookings.defaultSort[0])
  if (!guest || !sortField) throw new Error('The fields are gone')
  const scope = { tenantId: VALE, listingIds: null, staff: false }
  const page = (conditions: readonly never[]) =>
    pageSql(
      model,
      scope,
      { sort: { field: sortField, descending: true }, offset: 0, limit: 25, conditions },
      'walk',
    ).compile(createKysely(pool))
  for (const tenantId of [VALE, VALE, ...others.slice(0, 1)]) {
    const { found, total } = await readPage(
      createKysely(pool),
      model,
      { ...scope, tenantId },
      { sort: { field: guest, descending: true }, offset: 0, limit: 25, conditions: [] },
    )
    const { rows: expected } = await pool.query<{ id: string }>(
      `select id from ${table} where tenant_id = $1 order by guest_name desc, id desc limit 25`,
      [tenantId],
    )
    expect([total.estimated, found.map(({ id }) => id)]).toEqual([
      tenantId === VALE,
      expected.map(({ id }) => id),
    ])
  }
  const search = pageSql(
    model,
    scope,
    {
      sort: { field: sortField, descending: true },
      offset: 0,
      limit: 25,
      conditions: [{ kind: 'words', fields: [guest], words: ['zzzzq'] }],
    },
    'collect',
  ).compile(createKysely(pool))
  const everyone = { tenantId: null, listingIds: null, staff: true }
  const choose = (filter: object, field: string, first = 0, who: Scope = everyone) =>
    chooseReading(
      createKysely(pool),
      model,
      who,
      parseListRequest(model, new Set(), {
        filter: JSON.stringify(filter),
        sort: JSON.stringify([field, 'ASC']),
        range: JSON.stringify([first, first + 24]),
      }),
      2_000,
    )
  expect(await choose({}, 'checkIn')).toBe('walk')
  expect(await choose({ hostAccountId: VALE }, 'guestName')).toBe('collect')
  // Of a large account most rows may fulfil the conditions.
  const { rows: sources } = await pool.query<{ source: string }>(
    `select source from ${table} where tenant_id = $1 group by 1 order by count(*) desc`,
    [VALE],
  )
  const source = sources[0]?.source
  expect(await choose({ source }, 'checkIn', 0, scope)).toBe('walk')
  expect(await choose({ source }, 'guestName', 0, scope)).toBe('collect')
  expect(await choose({ q: 'zzzzq' }, 'checkIn', 0, scope)).toBe('collect')
  expect(await choose({ source }, 'checkIn', 0, { ...scope, tenantId: others[0] ?? '' })).toBe('collect')
  expect(await choose({ q: 'zzzzq' }, 'guestName')).toBe('collect')
  expect(await choose({ status: ['overbooked', 'cancelling'] }, 'confirmedAt')).toBe('collect')
  for (const [filter, field, first] of [
    [{}, 'guestName', 0],
    [{}, 'checkIn', 2_000],
    [{ source: 'airbnb' }, 'guestName', 0],
  ] as const)
    await expect(choose(filter, field, first)).rejects.toMatchObject({
      code: 'NARROW_FIRST',
      detail: expect.stringContaining(
        'external reference, stay, or a search. You can also sort it by check-in.',
      ),
      facts: { narrowBy: ['hostAccountId', 'listingId', 'externalRef', 'stay', 'q'], order: 'checkIn' },
    })
  const client = await pool.connect()
  const readPlan = async (who: 'bare' | 'bound', text: string, parameters: readonly unknown[]) => {
    await client.query(
      `select set_config('role', $1, false), set_config('app.tenant_id', $2, false)`,
      who === 'bare' ? ['none', ''] : [TENANT_READER, VALE],
    )
    const explain = `explain (analyze, buffers, costs off, timing off, summary off) ${text}`
    // The first time also reads the catalogue.
    await client.query(text, [...parameters])
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(explain, [...parameters])
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    const [, hit, read = '0'] = /Buffers: shared (?:hit=(\d+))?(?: ?read=(\d+))?/.exec(plan) ?? []
    return {
      indexes: [...new Set(plan.match(/booking_[a-z_0-9]*(?:idx|pkey)/g))].toSorted(),
      pages: Number(hit ?? 0) + Number(read),
    }
  }
  try {
    for (const [name, { sql: text, parameters }] of [
      ['page', page([])],
      ['search', search],
    ] as const) {
      const [bare, bound] = [
        await readPlan('bare', text, parameters),
        await readPlan('bound', text, parameters),
      ]
      console.log(`row-level security, ${name}: ${bound.pages} pages to ${bare.pages}`)
      expect([name, bound.indexes]).toEqual([name, bare.indexes])
      expect(bare.pages).toBeGreaterThan(0)
      expect(bound.pages / bare.pages).toBeLessThan(1.5)
    }
  } finally {
    await client.query(`select set_config('role', 'none', false)`)
    client.release()
  }
})
