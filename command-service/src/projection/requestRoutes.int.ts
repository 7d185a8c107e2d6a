import { newId } from '@hearth/contracts/kernel/ids'
import { fetchPatiently } from '@hearth/platform/testing/fetchPatiently'
import { secret } from '@hearth/platform/config/secret'
import { appMigrations, appSchema } from '@hearth/platform/postgres/appSchema'
import { migrate } from '@hearth/platform/postgres/migrate'
import { openTestPool } from '@hearth/platform/testing/pool'
import { readMigrations } from '@hearth/platform/read-model/readSchema'
import { READ_SCHEMA } from '@hearth/platform/read-model/tables'
import { createPrincipals } from '@hearth/platform/session/principals'
import { createUser } from '@hearth/platform/session/users'
import { silentLog } from '@hearth/platform/testing/log'
import { startTestPostgres } from '@hearth/platform/testing/postgres'
import { openTestSession } from '@hearth/platform/testing/session'
import { expect, test } from 'vitest'
import { serveRoutes } from '../testing/serveRoutes.ts'
import { projectionRequestRoutes } from './requestRoutes.ts'

const PASSWORD = 'correct horse battery'

test('stores an admin’s request once per key and refuses everyone else’s', async () => {
  const postgres = await startTestPostgres()
  const pool = openTestPool(postgres.databaseUrl, 4)
  await migrate(pool, appSchema, appMigrations)
  const publicUrl = new URL('http://localhost:3999')
  const principals = createPrincipals({
    pool,
    log: silentLog,
    publicUrl,
    serviceTokens: new Map([['gateway', secret('gateway-token-for-tests')]]),
  })
  const running = await serveRoutes({
    publicUrl,
    principals,
    onShutdown: [() => pool.end()],
    routes: projectionRequestRoutes(pool),
  })
  const signIn = async (role: 'admin' | 'auditor') => {
    await createUser(pool, {
      email: `${role}@example.test`,
      displayName: role,
      password: PASSWORD,
      staffRole: role,
    })
    return openTestSession(pool, `${role}@example.test`)
  }
  const [admin, auditor] = [await signIn('admin'), await signIn('auditor')]
  const post = async (path: string, cookie = admin, key = newId()) => {
    const answer = await fetchPatiently(`${running.url}${path}`, {
      method: 'POST',
      headers: {
        cookie,
        'content-type': 'application/json',
        'idempotency-key': key,
        origin: publicUrl.origin,
      },
      body: '{}',
    })
    const body = (await answer.json()) as Readonly<Record<string, unknown>>
    return { status: answer.status, code: body['code'], id: body['id'] }
  }
  expect(await post('/api/projections/booking/rebuild')).toMatchObject({
    status: 503,
    code: 'READ_MODEL_BEHIND',
  })
  await migrate(pool, READ_SCHEMA, readMigrations)
  await pool.query(`insert into read.projection (name, serving) values ('booking', 1)`)
  await pool.query(
    `
      insert into
        read.parked_stream (projection, build, stream, bucket, tenant_id, commit, event_id, event_type, error)
      values ('booking', 1, 'booking-x.y', 5, 't', 12, 'e', 'BookingConfirmed', 'a bug')`,
  )
  await pool.query(
    `
      insert into app.process (manager, id, version, tenant_id, error)
      values ('payout-account', 'x.1', 1, 't', 'a bug'), ('payout-account', 'going', 1, 't', null)`,
  )

  const key = newId()
  expect(await post('/api/projections/booking/rebuild', admin, key)).toMatchObject({ status: 201, id: key })
  expect(await post('/api/projections/booking/rebuild', admin, key)).toMatchObject({ status: 201, id: key })
  expect(await post('/api/projections/booking/cutover', admin, key)).toMatchObject({
    status: 422,
    code: 'IDEMPOTENCY_KEY_REUSED',
  })
  expect(await post('/api/projections/booking/cutover', auditor)).toMatchObject({ status: 403 })
  expect(await post('/api/projections/booking/discard')).toMatchObject({ status: 201 })
  expect(await post('/api/projections/nothing/rebuild')).toMatchObject({ status: 404 })
  expect(await post('/api/projections/booking/drop')).toMatchObject({ status: 404 })
  expect(await post('/api/parked-streams/booking.1.booking-x.y/unpark')).toMatchObject({ status: 201 })
  expect(await post('/api/parked-streams/booking.2.booking-x.y/unpark')).toMatchObject({ status: 404 })
  expect(await post('/api/stopped-instances/payout-account.x.1/unpark')).toMatchObject({ status: 201 })
  expect(await post('/api/stopped-instances/payout-account.going/unpark')).toMatchObject({ status: 404 })
  expect(await post('/api/stopped-instances/payout-account.x.1/unpark', auditor)).toMatchObject({
    status: 403,
  })
  const { rows } = await pool.query(
    `select verb, projection, stream, status from read.projection_request order by requested_at`,
  )
  expect(rows).toEqual([
    { verb: 'rebuild', projection: 'booking', stream: null, status: 'waiting' },
    { verb: 'discard', projection: 'booking', stream: null, status: 'waiting' },
    { verb: 'unpark', projection: 'booking', stream: 'booking-x.y', status: 'waiting' },
    { verb: 'unpark', projection: 'payout-account', stream: 'x.1', status: 'waiting' },
  ])
  await running.close()
  await postgres.stop()
})
