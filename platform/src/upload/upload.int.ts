import { deflateSync, gzipSync, crc32 } from 'node:zlib'
import type pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appMigrations, appSchema } from '../postgres/appSchema.ts'
import { migrate } from '../postgres/migrate.ts'
import { makePool } from '../postgres/pool.ts'
import { silentLog } from '../testing/log.ts'
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts'
import { cleanFile, MAX_FILE_BYTES } from './cleanFile.ts'
import { openUploads } from './uploads.ts'

const CANARY = 'canary<script>alert(1)</script>'
let postgres: TestPostgres
let pool: pg.Pool
let jpeg: Buffer
let png: Buffer
let webp: Buffer

beforeAll(async () => {
  postgres = await startTestPostgres()
  pool = makePool({ connectionString: postgres.databaseUrl, max: 5, name: 'test', log: silentLog, limits: 'request' })
  await migrate(pool, appSchema, appMigrations)
  const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: { r: 200, g: 90, b: 40 } } })
  const exif = { IFD0: { Make: CANARY, Copyright: CANARY }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '38/1 43/1 12/1', GPSLongitudeRef: 'W', GPSLongitude: '9/1 8/1 2/1' } }
  jpeg = await picture.clone().withMetadata({ orientation: 6 }).withExifMerge(exif).jpeg().toBuffer()
  png = await picture.clone().withExif(exif).png().toBuffer()
  webp = await picture.clone().withExif(exif).webp().toBuffer()
})
afterAll(async () => {
  await pool.end()
  await postgres.stop()
})

/** A PNG by hand: what it says of its size need not be true. */
const pngChunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
const pngOf = (width: number, height: number, pixels: Buffer) => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), pngChunk('IHDR', header), pngChunk('IDAT', deflateSync(pixels)), pngChunk('IEND', Buffer.alloc(0))])
}
const pdf = (body: string) => Buffer.from(`%PDF-1.7\n1 0 obj\n${body}\nendobj\ntrailer <<>>\nstartxref\n0\n%%EOF\n`)
const heicHead = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic', 'latin1')])

describe('a good picture', () => {
  it.each([['image/jpeg', () => jpeg], ['image/png', () => png], ['image/webp', () => webp]] as const)('%s is made anew: same picture, nothing else', async (type, bytes) => {
    expect(bytes().includes('canary')).toBe(true)
    const file = await cleanFile(bytes())
    if ('refused' in file) throw new Error(file.detail)
    const seen = await sharp(file.bytes).metadata()
    expect([file.type, seen.format, [seen.width, seen.height].toSorted()]).toEqual([type, type.slice(6), [40, 60]])
    expect([seen.exif, seen.icc, seen.xmp, seen.iptc, seen.orientation]).toEqual([undefined, undefined, undefined, undefined, undefined])
    expect(file.bytes.includes('canary')).toBe(false)
    const { dominant } = await sharp(file.bytes).stats()
    expect([dominant.r, dominant.g, dominant.b].map((value) => Math.round(value / 32))).toEqual([200, 90, 40].map((value) => Math.round(value / 32)))
  })

  it('stands as the camera was held', async () => {
    const file = await cleanFile(jpeg)
    if ('refused' in file) throw new Error(file.detail)
    expect(await sharp(file.bytes).metadata()).toMatchObject({ width: 40, height: 60 })
  })

  it('loses what was hung behind it', async () => {
    const file = await cleanFile(Buffer.concat([jpeg, Buffer.from(`<html>${CANARY}</html>`), gzipSync(CANARY)]))
    if ('refused' in file) throw new Error(file.detail)
    expect(file.bytes.includes('canary')).toBe(false)
  })
})

const text = (content: string) => Buffer.from(content)
const REFUSED: readonly (readonly [what: string, bytes: () => Buffer, refused: 'too-large' | 'unknown-type' | 'broken'])[] = [
  ['nothing', () => Buffer.alloc(0), 'broken'],
  ['one byte', () => Buffer.from([0xff]), 'unknown-type'],
  ['an SVG', () => text(`<svg xmlns="http://www.w3.org/2000/svg"><script>${CANARY}</script></svg>`), 'unknown-type'],
  ['an SVG with a declaration', () => text(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>`), 'unknown-type'],
  ['a page', () => text(`<!doctype html>${CANARY}`), 'unknown-type'],
  ['a page with the first bytes of a JPEG', () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), text(`<html>${CANARY}</html>`)]), 'broken'],
  ['a page with the first bytes of a PNG', () => Buffer.concat([png.subarray(0, 8), text(CANARY)]), 'unknown-type'],
  ['a GIF', () => text('GIF89a\x01\0\x01\0\0\0\0;'), 'unknown-type'],
  ['a TIFF', () => Buffer.from('49492a0008000000', 'hex'), 'unknown-type'],
  ['a BMP', () => text('BM      '), 'unknown-type'],
  ['an AVIF', () => Buffer.concat([Buffer.from([0, 0, 0, 24]), text('ftypavif\0\0\0\0avifmif1')]), 'unknown-type'],
  ['a program', () => Buffer.concat([Buffer.from('7f454c46020101', 'hex'), Buffer.alloc(100)]), 'unknown-type'],
  ['a ZIP', () => Buffer.from('504b0304140000000000', 'hex'), 'unknown-type'],
  ['a gzip bomb', () => gzipSync(Buffer.alloc(50_000_000)), 'unknown-type'],
  ['PostScript', () => text('%!PS-Adobe-3.0\n(%pipe%id) (w) file'), 'unknown-type'],
  ['instructions of a picture program', () => text('push graphic-context\nfill \'url(https://evil.example/x.jpg"|id")\'\npop graphic-context'), 'unknown-type'],
  ['half a JPEG', () => jpeg.subarray(0, Math.floor(jpeg.length * 0.7)), 'broken'],
  ['half a PNG', () => png.subarray(0, Math.floor(png.length * 0.7)), 'broken'],
  ['half a WebP', () => webp.subarray(0, Math.floor(webp.length * 0.5)), 'broken'],
  ['a PNG of 50,000 by 50,000 that is 200 bytes', () => pngOf(50_000, 50_000, Buffer.alloc(1_000)), 'too-large'],
  ['a PNG of 40,000,001 pixels', () => pngOf(40_000_001, 1, Buffer.alloc(1_000)), 'too-large'],
  ['a PNG without pixels', () => pngOf(0, 0, Buffer.alloc(0)), 'broken'],
  ['a PNG whose pixels end too early', () => pngOf(2_000, 2_000, Buffer.alloc(1_000)), 'broken'],
  ['a HEIC of a head only', () => heicHead, 'broken'],
  ['a HEIC of noise', () => Buffer.concat([heicHead, Buffer.alloc(5_000, 0x5a)]), 'broken'],
  ['more than 10 MB', () => Buffer.concat([jpeg, Buffer.alloc(MAX_FILE_BYTES)]), 'too-large'],
  ['a PDF without end', () => text('%PDF-1.7\n1 0 obj'), 'broken'],
  ['a PDF that starts later', () => Buffer.concat([text('x'.repeat(100)), pdf('<<>>')]), 'unknown-type'],
  ['a PDF with a script', () => pdf('<< /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>'), 'unknown-type'],
  ['a PDF with a script in disguise', () => pdf('<< /S /J#61vaScript >>'), 'unknown-type'],
  ['a PDF that starts a program', () => pdf('<< /S /Launch /F (cmd.exe) >>'), 'unknown-type'],
  ['a PDF with a file in it', () => pdf('<< /Type /EmbeddedFile >>'), 'unknown-type'],
]

describe('what is refused', () => {
  it.each(REFUSED)('%s', async (_what, bytes, refused) => {
    const file = await cleanFile(bytes())
    expect('refused' in file ? file.refused : file.type).toBe(refused)
  })

  it('a thousand at a time cost little memory', { timeout: 120_000 }, async () => {
    const bad = REFUSED.filter(([what]) => !/HEIC|10 MB|gzip/.test(what)).map(([, bytes]) => bytes())
    const before = process.memoryUsage().rss
    const results = await Promise.all(Array.from({ length: 1_000 }, (_, index) => cleanFile(bad[index % bad.length] ?? jpeg)))
    expect(results.every((file) => 'refused' in file)).toBe(true)
    expect(process.memoryUsage().rss - before).toBeLessThan(400e6)
  })
})

describe('uploads', () => {
  const tenantId = 'account-1'

  it('wait in quarantine, are judged, and then given out to their account only', async () => {
    const uploads = openUploads({ pool })
    const { id, state } = await uploads.receive({ tenantId, name: '../../x\0.jpg', bytes: jpeg })
    expect(state).toBe('quarantined')
    expect((await uploads.read(id, tenantId))?.bytes).toBeUndefined()
    expect(await uploads.inQuarantine()).toContain(id)
    expect(await uploads.judge(id)).toMatchObject({ state: 'clean', type: 'image/jpeg', name: '../../x.jpg' })
    expect(await uploads.judge(id)).toBeUndefined()
    const kept = await uploads.read(id, tenantId)
    expect(kept?.bytes?.includes('canary')).toBe(false)
    expect(kept?.bytes?.length).toBe(kept?.size)
    expect(await uploads.read(id, 'account-2')).toBeUndefined()
    const { rows } = await pool.query<{ found: boolean }>(`select position('canary'::bytea in content) > 0 as found from app.upload where id = $1`, [id])
    expect(rows).toEqual([{ found: false }])
  })

  it('are judged in turn, each once, however many come', async () => {
    const uploads = openUploads({ pool })
    const ids = await Promise.all(Array.from({ length: 12 }, async () => (await uploads.receive({ tenantId, name: 'x.jpg', bytes: jpeg })).id))
    const judged = await Promise.all([...ids, ...ids].map((id) => uploads.judge(id)))
    expect(judged.filter((upload) => upload?.state === 'clean')).toHaveLength(12)
    expect(await uploads.inQuarantine()).toEqual([])
  })

  it('that are refused lose their bytes and keep the reason', async () => {
    const uploads = openUploads({ pool })
    const { id } = await uploads.receive({ tenantId, name: 'x.jpg', bytes: text(`<svg>${CANARY}</svg>`) })
    expect(await uploads.judge(id)).toMatchObject({ state: 'refused', type: null, reason: expect.stringContaining('PDF') })
    const { rows } = await pool.query('select content from app.upload where id = $1', [id])
    expect(rows).toEqual([{ content: null }])
  })

  it('of PDFs are clean only when a scanner looked', async () => {
    const bytes = pdf('<< /Type /Catalog >>')
    const judged = async (uploads: ReturnType<typeof openUploads>) => (await uploads.judge((await uploads.receive({ tenantId, name: 'x.pdf', bytes })).id))?.state
    expect(await judged(openUploads({ pool }))).toBe('unscanned')
    expect(await judged(openUploads({ pool, scan: async () => 'clean' }))).toBe('clean')
    expect(await judged(openUploads({ pool, scan: async () => 'infected' }))).toBe('refused')
  })

  it('of one account have bounds, and go with the account', async () => {
    const uploads = openUploads({ pool, quota: jpeg.length * 2 + 1 })
    const send = () => uploads.receive({ tenantId: 'account-3', name: 'x', bytes: jpeg })
    await send()
    const { id } = await send()
    await expect(send()).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' })
    await expect(uploads.receive({ tenantId, name: 'x', bytes: Buffer.alloc(MAX_FILE_BYTES + 1) })).rejects.toMatchObject({ code: 'TOO_LARGE' })
    await uploads.forget('account-3')
    expect(await uploads.read(id, 'account-3')).toBeUndefined()
  })
})
