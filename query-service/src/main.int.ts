import { spawn } from 'node:child_process'
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

test('a wrong setting ends the process with 78 and the field’s name, not its value', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'query-service/src/main.ts'], { env: { ...process.env, ...settings, DATABASE_URL: 'mysql://canary' }, stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (chunk) => (errors += String(chunk)))
  const code = await new Promise((resolve) => child.once('close', resolve))
  expect([code, errors.includes('DATABASE_URL'), errors.includes('canary')]).toEqual([78, true, false])
})

test('the process is ready without any read model, says that they are behind, and stops when asked', async () => {
  const postgres = await startTestPostgres()
  const service = await startChild('query-service/src/main.ts', ['--stop-with-parent'], { ...settings, DATABASE_URL: postgres.databaseUrl })
  const as = { headers: { authorization: 'Bearer gateway-token-for-tests' } }
  await waitUntil(async () => (await fetch(`${service.url}/readyz`)).status === 200)
  const list = await fetch(`${service.url}/api/bookings`, as)
  expect([list.status, list.headers.get('retry-after'), await list.json()]).toMatchObject([503, '1', { code: 'READ_MODEL_BEHIND' }])
  expect((await fetch(`${service.url}/api/bookings`)).status).toBe(401)
  await service.stop()
  await expect(fetch(`${service.url}/healthz`)).rejects.toThrow()
  await postgres.stop()
})
