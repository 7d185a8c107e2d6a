import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { gzipSync } from 'node:zlib'
import { fileKey, FILE_SIZES, MAX_FILE_BYTES } from '@hearth/contracts/file'
import { newId } from '@hearth/contracts/kernel/ids'
import type pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { appMigrations, appSchema } from '@hearth/platform/postgres/appSchema'
import { migrate } from '@hearth/platform/postgres/migrate'
import { openTestPool } from '@hearth/platform/testing/pool'
import { folderStorage } from '@hearth/platform/storage/folderStorage'
import type { Storage } from '@hearth/platform/storage/port'
import { hostileFiles, pdf } from '@hearth/platform/testing/hostileFiles'
import { mp4, webm } from '@hearth/platform/testing/videos'
import { startTestPostgres, type TestPostgres } from '@hearth/platform/testing/postgres'
import { cleanFile } from './cleanFile.ts'
import { createWorkDirectory, type WorkDirectory } from '@hearth/platform/testing/workDirectory'
import type { ReadPieces } from './receiveVideo.ts'
import { openUploads, type Uploads } from './uploads.ts'
import { findUpload, type Received } from './uploadTable.ts'

const CANARY = 'canary<script>alert(1)</script>'
let postgres: TestPostgres
let pool: pg.Pool
let jpeg: Buffer
let png: Buffer
let webp: Buffer
let wide: Buffer
let directory: WorkDirectory
let storage: Storage

beforeAll(async () => {
  postgres = await startTestPostgres()
  pool = openTestPool(postgres.databaseUrl, 5)
  await migrate(pool, appSchema, appMigrations)
  const picture = sharp({
    create: { width: 60, height: 40, channels: 3, background: { r: 200, g: 90, b: 40 } },
  })
  const exif = {
    IFD0: { Make: CANARY, Copyright: CANARY },
    IFD3: {
      GPSLatitudeRef: 'N',
      GPSLatitude: '38/1 43/1 12/1',
      GPSLongitudeRef: 'W',
      GPSLongitude: '9/1 8/1 2/1',
    },
  }
  jpeg = await picture.clone().withMetadata({ orientation: 6 }).withExifMerge(exif).jpeg().toBuffer()
  png = await picture.clone().withExif(exif).png().toBuffer()
  directory = createWorkDirectory()
  storage = folderStorage(directory.path)
  wide = await picture
    .clone()
    .resize(1600, 800)
    .withMetadata({ orientation: 6 })
    .withExifMerge(exif)
    .jpeg()
    .toBuffer()
  webp = await picture.clone().withExif(exif).webp().toBuffer()
})
afterAll(async () => {
  await pool.end()
  await postgres.stop()
  directory.remove()
})

describe('a good picture', () => {
  it.each([
    ['image/jpeg', () => jpeg],
    ['image/png', () => png],
    ['image/webp', () => webp],
  ] as const)('%s is encoded again: same picture, nothing else', async (type, bytes) => {
    expect(bytes().includes('canary')).toBe(true)
    const file = await cleanFile(bytes())
    if ('refused' in file) throw new Error(file.detail)
    const seen = await sharp(file.bytes).metadata()
    expect([file.type, seen.format, [seen.width, seen.height].toSorted()]).toEqual([
      type,
      type.slice(6),
      [40, 60],
    ])
    expect([seen.exif, seen.icc, seen.xmp, seen.iptc, seen.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(file.bytes.includes('canary')).toBe(false)
    const { dominant } = await sharp(file.bytes).stats()
    expect([dominant.r, dominant.g, dominant.b].map((value) => Math.round(value / 32))).toEqual(
      [200, 90, 40].map((value) => Math.round(value / 32)),
    )
  })

  it('is rotated as the camera was held', async () => {
    const file = await cleanFile(jpeg)
    if ('refused' in file) throw new Error(file.detail)
    expect(await sharp(file.bytes).metadata()).toMatchObject({ width: 40, height: 60 })
  })

  it('loses trailing bytes', async () => {
    const file = await cleanFile(
      Buffer.concat([jpeg, Buffer.from(`<html>${CANARY}</html>`), gzipSync(CANARY)]),
    )
    if ('refused' in file) throw new Error(file.detail)
    expect(file.bytes.includes('canary')).toBe(false)
  })
})

describe('a refused file', () => {
  // The pictures are made before the tests run; their number and names are known before that.
  const NONE = { jpeg: Buffer.alloc(0), png: Buffer.alloc(0), webp: Buffer.alloc(0) }
  const refusedFiles = () => hostileFiles({ jpeg, png, webp }, CANARY)

  it.each(hostileFiles(NONE, CANARY).map(([what], index) => [what, index] as const))(
    '%s',
    async (_what, index) => {
      const [, bytes, refused] = refusedFiles()[index] ?? ['', () => jpeg, 'broken']
      const file = await cleanFile(bytes())
      expect('refused' in file ? file.refused : file.type).toBe(refused)
    },
  )

  it('a thousand at the same time take little memory', async () => {
    const bad = refusedFiles()
      .filter(([what]) => !/HEIC|10 MB|gzip/.test(what))
      .map(([, bytes]) => bytes())
    const before = process.memoryUsage().rss
    const results = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) => cleanFile(bad[index % bad.length] ?? jpeg)),
    )
    expect(results.every((file) => 'refused' in file)).toBe(true)
    expect(process.memoryUsage().rss - before).toBeLessThan(400e6)
  })
})

describe('uploads', () => {
  const tenantId = 'account-1'
  const listingId = newId()
  const open = (more: Partial<Parameters<typeof openUploads>[0]> = {}) =>
    openUploads({ pool, storage, ...more })
  const file = (bytes: Buffer, more: Partial<Received> = {}): Received => ({
    id: newId(),
    tenantId,
    listingId,
    name: 'x.jpg',
    bytes,
    ...more,
  })
  const inspected = async (uploads: Uploads, bytes: Buffer) =>
    uploads.inspect((await uploads.receive(file(bytes))).id)

  it('wait in quarantine, are inspected, and then stored in several sizes', async () => {
    const uploads = open()
    const { id, state } = await uploads.receive(file(wide, { name: '../../x\0.jpg' }))
    expect(state).toBe('quarantined')
    expect(await storage.get(`files/${tenantId}/${id}/full`)).toBeUndefined()
    const upload = await uploads.inspect(id)
    expect(upload).toEqual({
      id,
      threadId: null,
      tenantId,
      listingId,
      state: 'clean',
      type: 'image/jpeg',
      name: '../../x.jpg',
      width: 800,
      height: 1600,
      size: expect.any(Number),
      reason: null,
      withdrawn: false,
      purpose: null,
      reimbursementId: null,
      takenLocal: null,
      sha256: expect.any(String),
    })
    expect(await uploads.inspect(id)).toBeUndefined()
    expect(await findUpload(pool, id)).toEqual(upload)
    if (!upload) throw new Error('not judged')
    const seen = await Promise.all(
      FILE_SIZES.map(async (size) =>
        sharp(await storage.get(fileKey(upload.tenantId, upload.id, size))).metadata(),
      ),
    )
    expect(seen.map(({ format, width }) => [format, width])).toEqual([
      ['webp', 320],
      ['webp', 640],
      ['webp', 800],
      ['jpeg', 800],
    ])
    for (const size of FILE_SIZES)
      expect((await storage.get(fileKey(upload.tenantId, upload.id, size)))?.includes('canary')).toBe(false)
    const { rows } = await pool.query('select content from app.upload where id = $1', [id])
    expect(rows).toEqual([{ content: null }])
  })

  it('are the same file when they are sent again, and another file needs another key', async () => {
    const uploads = open()
    const sent = file(jpeg)
    const [first, again] = [await uploads.receive(sent), await uploads.receive(sent)]
    expect(again).toEqual(first)
    await uploads.inspect(sent.id)
    expect(await uploads.receive(sent)).toMatchObject({ state: 'clean' })
    await expect(uploads.receive({ ...sent, bytes: png })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
  })

  it('are inspected one after the other, each once', async () => {
    const uploads = open()
    const ids = await Promise.all(
      Array.from({ length: 12 }, async () => (await uploads.receive(file(jpeg))).id),
    )
    const all = await Promise.all([...ids, ...ids].map((id) => uploads.inspect(id)))
    expect(all.filter((upload) => upload?.state === 'clean')).toHaveLength(12)
  })

  it('that were not inspected are swept; old refusals are forgotten', async () => {
    const uploads = open()
    const [left, fresh] = [await uploads.receive(file(jpeg)), await uploads.receive(file(jpeg))]
    const refused = await inspected(uploads, Buffer.from('no picture'))
    await pool.query(`update app.upload set created_at = created_at - interval '2 minutes' where id = $1`, [
      left.id,
    ])
    await pool.query(`update app.upload set created_at = created_at - interval '8 days' where id = $1`, [
      refused?.id,
    ])
    await uploads.sweep()
    expect([
      await findUpload(pool, left.id),
      await findUpload(pool, fresh.id),
      await findUpload(pool, refused?.id ?? ''),
    ]).toMatchObject([{ state: 'clean' }, { state: 'quarantined' }, undefined])
  })

  it('are inspected even if one of them fails', async () => {
    const [broken, good] = [await open().receive(file(jpeg)), await open().receive(file(jpeg))]
    await pool.query(
      `update app.upload set created_at = created_at - interval '2 minutes' where id = any($1)`,
      [[broken.id, good.id]],
    )
    const fussy: Storage = {
      ...storage,
      put: async (key, bytes, type) =>
        key.includes(broken.id) ? Promise.reject(new Error('not this one')) : storage.put(key, bytes, type),
    }
    await expect(open({ storage: fussy }).sweep()).rejects.toThrow('1 files could not be inspected')
    expect([await findUpload(pool, broken.id), await findUpload(pool, good.id)]).toMatchObject([
      { state: 'quarantined' },
      { state: 'clean' },
    ])
    await open().inspect(broken.id)
  })

  it('leave nothing behind when their account is removed during the inspection', async () => {
    const tenant = 'account-4'
    const { id } = await open().receive(file(jpeg, { tenantId: tenant }))
    const slow: Storage = {
      ...storage,
      put: async (key, bytes, type) => {
        if (key.endsWith('/320')) await open().forget(tenant)
        await storage.put(key, bytes, type)
      },
    }
    expect(await open({ storage: slow }).inspect(id)).toBeUndefined()
    expect(await Promise.all(FILE_SIZES.map((size) => storage.get(`files/${tenant}/${id}/${size}`)))).toEqual(
      FILE_SIZES.map(() => undefined),
    )
  })

  it('stay in quarantine while the storage is full', async () => {
    const { id } = await open().receive(file(jpeg))
    const full = { ...storage, put: async () => Promise.reject(new AppProblem('DEPENDENCY_UNAVAILABLE')) }
    await expect(open({ storage: full }).inspect(id)).rejects.toMatchObject({
      code: 'DEPENDENCY_UNAVAILABLE',
    })
    expect(await open().inspect(id)).toMatchObject({ state: 'clean' })
  })

  it('that are refused lose their bytes and keep the reason', async () => {
    const upload = await inspected(open(), Buffer.from(`<svg>${CANARY}</svg>`))
    expect(upload).toMatchObject({ state: 'refused', type: null, reason: expect.stringContaining('PDF') })
    const { rows } = await pool.query('select content from app.upload where id = $1', [upload?.id])
    expect(rows).toEqual([{ content: null }])
  })

  it('of PDFs are clean only after a virus scan', async () => {
    const bytes = pdf('<< /Type /Catalog >>')
    expect((await inspected(open(), bytes))?.state).toBe('unscanned')
    expect((await inspected(open({ scan: async () => 'clean' }), bytes))?.state).toBe('clean')
    expect((await inspected(open({ scan: async () => 'infected' }), bytes))?.state).toBe('refused')
  })

  it('of one account have a quota, and end with the account', async () => {
    const uploads = open({ quota: jpeg.length * 2 + 1 })
    const send = () => uploads.receive(file(jpeg, { tenantId: 'account-3' }))
    await send()
    const { id } = await send()
    await uploads.inspect(id)
    await expect(send()).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' })
    await expect(uploads.receive(file(Buffer.alloc(MAX_FILE_BYTES + 1)))).rejects.toMatchObject({
      code: 'TOO_LARGE',
    })
    await uploads.forget('account-3')
    expect(await findUpload(pool, id)).toBeUndefined()
  })
})

describe('videos', () => {
  const tenantId = 'account-video'
  const read =
    (bytes: Buffer, pieceBytes = 700): ReadPieces =>
    async (take) => {
      for (let at = 0; at < bytes.length; at += pieceBytes) await take(bytes.subarray(at, at + pieceBytes))
    }
  const createReceived = (id = newId()) => ({ id, tenantId, listingId: newId(), name: 'hall.mov' })
  const listFolders = async () =>
    (await readdir(tmpdir())).filter((name) => name.startsWith(`hearth-video-${process.pid}-`))
  const isStored = async (id: string) => (await storage.get(fileKey(tenantId, id, 'full'))) !== undefined
  const recorded = mp4({ recordedAt: '2026-11-22T10:40:05Z', mark: CANARY })

  it('are stored without what they say about the place, and hashed as they were sent', async () => {
    const before = await listFolders()
    const received = createReceived()
    const upload = await openUploads({ pool, storage }).receiveVideo(received, read(recorded))
    expect(upload).toMatchObject({
      state: 'clean',
      type: 'video/mp4',
      size: recorded.length,
      takenLocal: '2026-11-22T10:40:05+00:00',
      sha256: createHash('sha256').update(recorded).digest('hex'),
    })
    const kept = await storage.get(fileKey(tenantId, received.id, 'full'))
    expect([kept?.length, kept?.includes('canary')]).toEqual([recorded.length, false])
    expect(await listFolders()).toEqual(before)
  })

  it('are the same video when they are sent again, and another one needs another key', async () => {
    const uploads = openUploads({ pool, storage })
    const received = createReceived()
    const first = await uploads.receiveVideo(received, read(recorded))
    expect(await uploads.receiveVideo(received, read(recorded, 50))).toEqual(first)
    await expect(uploads.receiveVideo(received, read(webm()))).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
  })

  it('leave nothing when they are cut off, refused, or too many for the account', async () => {
    const before = await listFolders()
    const [cut, half, over] = [createReceived(), createReceived(), createReceived()]
    const breakOff: ReadPieces = async (take) => {
      await take(recorded.subarray(0, 500))
      throw new AppProblem('MALFORMED', 'The body is incomplete')
    }
    const uploads = openUploads({ pool, storage })
    await expect(uploads.receiveVideo(cut, breakOff)).rejects.toMatchObject({ code: 'MALFORMED' })
    expect(await findUpload(pool, cut.id)).toBeUndefined()
    expect(await uploads.receiveVideo(half, read(recorded.subarray(0, -100)))).toMatchObject({
      state: 'refused',
      reason: expect.stringContaining('incomplete'),
    })
    await expect(
      openUploads({ pool, storage, quota: 100 }).receiveVideo(over, read(recorded)),
    ).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' })
    expect(await Promise.all([cut, half, over].map(({ id }) => isStored(id)))).toEqual([false, false, false])
    expect(await listFolders()).toEqual(before)
  })

  it('are stored by the next request when the storage was full, and forgotten when none comes', async () => {
    const full: Storage = {
      ...storage,
      putFile: async () => Promise.reject(new AppProblem('DEPENDENCY_UNAVAILABLE')),
    }
    const [again, never] = [createReceived(), createReceived()]
    for (const received of [again, never])
      await expect(
        openUploads({ pool, storage: full }).receiveVideo(received, read(recorded)),
      ).rejects.toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' })
    const uploads = openUploads({ pool, storage })
    expect(await uploads.receiveVideo(again, read(recorded))).toMatchObject({ state: 'clean' })
    await pool.query(
      `update app.upload set created_at = created_at - interval '2 hours' where id = any($1)`,
      [[again.id, never.id]],
    )
    await uploads.sweep()
    expect([await findUpload(pool, again.id), await findUpload(pool, never.id)]).toMatchObject([
      { state: 'clean' },
      undefined,
    ])
  })
})
