import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { choosePorts } from './ports.ts'
import { loadSecrets, getToken } from './secrets.ts'

const directory = mkdtempSync(join(tmpdir(), 'hearth-installation-'))
afterAll(() => rmSync(directory, { recursive: true }))

it('creates its secrets once, readable by the owner only, and adds those that a later version needs', () => {
  const secrets = loadSecrets(directory)
  expect(Buffer.from(secrets.SEALING_KEY, 'base64')).toHaveLength(32)
  expect(
    new Set(
      ['gateway', 'importer', 'scheduler', 'provider'].map((role) => getToken(secrets, role as 'gateway')),
    ).size,
  ).toBe(4)
  expect(loadSecrets(directory)).toEqual(secrets)
  const file = join(directory, 'secrets.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const { QUOTE_SECRET, ...older } = secrets
  writeFileSync(file, JSON.stringify(older))
  const { QUOTE_SECRET: added, ...kept } = loadSecrets(directory)
  expect(kept).toEqual(older)
  expect(added).not.toBe(QUOTE_SECRET)
  expect(loadSecrets(directory).QUOTE_SECRET).toBe(added)
})

it('uses the same ports again, except one that another process has taken', async () => {
  const before = await choosePorts(directory)
  expect(new Set(Object.values(before)).size).toBe(Object.keys(before).length)
  expect(await choosePorts(directory)).toEqual(before)
  const stranger = createServer().listen(before.query, '127.0.0.1')
  await once(stranger, 'listening')
  const { query, ...others } = await choosePorts(directory)
  stranger.close()
  expect(query).not.toBe(before.query)
  expect({ ...others, query: before.query }).toEqual(before)
  expect(JSON.parse(readFileSync(join(directory, 'ports.json'), 'utf8'))).toEqual({ ...others, query })
})
