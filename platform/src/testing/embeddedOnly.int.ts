import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { listLeftOut } from './embeddedOnly.ts'

afterEach(() => vi.unstubAllEnvs())

test('leaves out the tests of the embedded event store only when another one runs', () => {
  vi.stubEnv('EVENT_STORE_COMMAND', '')
  expect(listLeftOut()).toEqual([])
  vi.stubEnv('EVENT_STORE_COMMAND', 'eventstored --http-port {port}')
  const files = listLeftOut()
  expect(files).toContain('platform/src/event-store/access.embedded.int.ts')
  expect(files).toContain('standalone/src/event-store/servicesRole.int.ts')
  expect(files.filter((file) => file.includes('contract'))).toEqual([])
})

test('npm run test:server refuses to run without EVENT_STORE_COMMAND', () => {
  const { EVENT_STORE_COMMAND: _, ...env } = process.env
  const script = fileURLToPath(new URL('../../../scripts/testServer.mjs', import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { env, encoding: 'utf8' })
  expect([status, stdout]).toEqual([78, ''])
  expect(stderr).toMatch(/^Set EVENT_STORE_COMMAND to .*\.\n$/)
})
