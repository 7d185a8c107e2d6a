import { randomBytes } from 'node:crypto'
import { startChild } from '@hearth/platform/testing/child'
import { startTestPostgres } from '@hearth/platform/testing/postgres'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { expect, test } from 'vitest'

const settings = {
  PORT: '0',
  PUBLIC_URL: 'http://localhost:3000',
  SEALING_KEY: randomBytes(32).toString('base64'),
  QUOTE_SECRET: 'quote-secret-for-tests',
  SERVICE_TOKENS: 'gateway=gateway-token-for-tests',
}

test('starts without read models and event store, reports that they are behind, and stops on request', async () => {
  const postgres = await startTestPostgres()
  const service = await startChild('query-service/src/main.ts', ['--stop-with-parent'], {
    ...settings,
    DATABASE_URL: postgres.databaseUrl,
    EVENTSTORE_URL: 'esdb://127.0.0.1:9?tls=false',
  })
  const as = { headers: { authorization: 'Bearer gateway-token-for-tests' } }
  await waitUntil(async () => (await fetch(`${service.url}/readyz`)).status === 200)
  const list = await fetch(`${service.url}/api/bookings`, as)
  expect([list.status, list.headers.get('retry-after'), await list.json()]).toMatchObject([
    503,
    '1',
    { code: 'READ_MODEL_BEHIND' },
  ])
  expect((await fetch(`${service.url}/api/bookings`)).status).toBe(401)
  await service.stop()
  await expect(fetch(`${service.url}/healthz`)).rejects.toThrow()
  await postgres.stop()
})
