import type { StorageKey } from '@hearth/contracts/kernel/accountFolders'
import { randomBytes } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { secret } from '../config/secret.ts'
import { startS3Server } from '../testing/s3Server.ts'
import { createWorkDirectory, type WorkDirectory } from '../testing/workDirectory.ts'
import { folderStorage } from './folderStorage.ts'
import { openStorage } from './openStorage.ts'
import { s3Storage } from './s3Storage.ts'

const KEYS = {
  region: 'eu-central-1',
  accessKeyId: 'hearth',
  secretAccessKey: secret('a-secret-of-the-bucket'),
}
let directory: WorkDirectory
let s3: Awaited<ReturnType<typeof startS3Server>>

beforeAll(async () => {
  directory = createWorkDirectory()
  s3 = await startS3Server({ secretKey: KEYS.secretAccessKey.reveal(), bucket: 'hearth-files' })
})
afterAll(async () => {
  await s3.stop()
  directory.remove()
})

describe.each([
  ['a folder', () => folderStorage(directory.path)],
  ['a bucket', () => s3Storage({ ...KEYS, bucket: s3.url })],
] as const)('%s', (_what, open) => {
  const bytes = Buffer.from([0, 1, 2, 254, 255])

  it('returns what was stored, and the newer of two versions', async () => {
    const storage = open()
    expect(await storage.get('files/a/1/full')).toBeUndefined()
    await storage.put('files/a/1/full', Buffer.from('older'), 'image/webp')
    await storage.put('files/a/1/full', bytes, 'image/webp')
    expect(await storage.get('files/a/1/full')).toEqual(bytes)
  })

  it('stores a file of this machine, and returns parts of it', async () => {
    const storage = open()
    const path = join(directory.path, 'source')
    const content = randomBytes(3_000_000)
    await writeFile(path, content)
    await storage.putFile('files/d/1/full', path, 'video/mp4')
    const stored = async (start: number, end: number) =>
      (await storage.getPart('files/d/1/full', start, end)) ?? Buffer.alloc(0)
    expect(content.equals((await storage.get('files/d/1/full')) ?? Buffer.alloc(0))).toBe(true)
    expect(content.subarray(1_000, 2_001_000).equals(await stored(1_000, 2_001_000))).toBe(true)
    expect(content.subarray(-10).equals(await stored(2_999_990, 4_000_000))).toBe(true)
    expect(await storage.getPart('files/d/2/full', 0, 10)).toBeUndefined()
  })

  it('removes everything under a prefix and nothing beside it', async () => {
    const storage = open()
    for (const key of ['files/b/1/full', 'files/b/1/320', 'files/b/2/full', 'files/bb/1/full'] as const)
      await storage.put(key, bytes, 'image/webp')
    await storage.removeAll('files/b/')
    await storage.removeAll('files/b/')
    expect(await Promise.all(['files/b/1/full', 'files/b/1/320', 'files/b/2/full'].map(storage.get))).toEqual(
      [undefined, undefined, undefined],
    )
    expect(await storage.get('files/bb/1/full')).toEqual(bytes)
  })

  it.each([
    '../secrets',
    'files/../../etc',
    '/etc/passwd',
    'files//x',
    '',
    'files/ü',
    'files/a%2e',
    '.hidden',
  ])('refuses %j as a key', async (key) => {
    await expect(open().get(key)).rejects.toThrow('not well-formed')
    await expect(open().put(key as StorageKey, bytes, 'image/webp')).rejects.toThrow('not well-formed')
  })
})

it('holds only whole files in a folder', async () => {
  const storage = folderStorage(join(directory.path, 'whole'))
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      storage.put('files/x/y', Buffer.alloc(50_000, index), 'image/webp'),
    ),
  )
  expect(new Set(await storage.get('files/x/y'))).toHaveLength(1)
  expect(await readdir(join(directory.path, 'whole', 'files', 'x'))).toEqual(['y'])
})

it('reports an unavailable bucket when the signature is wrong', async () => {
  const storage = s3Storage({ ...KEYS, secretAccessKey: secret('another-secret-altogether'), bucket: s3.url })
  await expect(storage.put('files/c/1', Buffer.from('x'), 'image/webp')).rejects.toMatchObject({
    code: 'DEPENDENCY_UNAVAILABLE',
  })
  expect([s3.files.has('files/c/1'), s3.statuses.at(-1)]).toEqual([false, 403])
})

it('reports an unavailable bucket when it does not answer', async () => {
  const storage = s3Storage({ ...KEYS, bucket: new URL('http://127.0.0.1:1/x') })
  await expect(storage.get('files/c/1')).rejects.toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' })
})

it('refuses a file that ends half-way', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('only this')
    setImmediate(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const storage = s3Storage({
    ...KEYS,
    bucket: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hearth-files`),
  })
  await expect(storage.get('files/c/1')).rejects.toMatchObject({
    code: 'DEPENDENCY_UNAVAILABLE',
    cause: expect.any(Error),
  })
  await new Promise((resolve) => server.close(resolve))
})

it('stores nothing when no location is configured', async () => {
  await expect(openStorage({}).put('files/a/1', Buffer.from('x'), 'image/webp')).rejects.toMatchObject({
    code: 'DEPENDENCY_UNAVAILABLE',
  })
})
