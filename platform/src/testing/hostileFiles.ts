import { crc32, deflateSync, gzipSync } from 'node:zlib'

export type HostileFile = readonly [
  what: string,
  bytes: () => Buffer,
  refused: 'too-large' | 'unknown-type' | 'broken',
]

/** A PNG by hand: what it says of its size need not be true. */
const pngChunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
const encodePng = (width: number, height: number, pixels: Buffer) => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(pixels)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}
/** A PDF that says this. */
export const pdf = (body: string) =>
  Buffer.from(`%PDF-1.7\n1 0 obj\n${body}\nendobj\ntrailer <<>>\nstartxref\n0\n%%EOF\n`)
const heicHead = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypheic\0\0\0\0mif1heic', 'latin1'),
])

const text = (content: string) => Buffer.from(content)
/**
 * Files that nobody may be given, each with what is wrong with it. `mark` is text that must never come out
 * again, and may hold an address that must never be asked.
 */
export const hostileFiles = (
  { jpeg, png, webp }: Readonly<Record<'jpeg' | 'png' | 'webp', Buffer>>,
  mark: string,
): readonly HostileFile[] => [
  ['nothing', () => Buffer.alloc(0), 'broken'],
  ['one byte', () => Buffer.from([0xff]), 'unknown-type'],
  [
    'an SVG',
    () => text(`<svg xmlns="http://www.w3.org/2000/svg"><script>${mark}</script></svg>`),
    'unknown-type',
  ],
  [
    'an SVG that fetches',
    () =>
      text(
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">' +
          `<image xlink:href="${mark}" width="9" height="9"/><style>@import url(${mark});</style></svg>`,
      ),
    'unknown-type',
  ],
  [
    'an SVG with an entity that fetches',
    () => text(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "${mark}">]><svg>&x;</svg>`),
    'unknown-type',
  ],
  [
    'an SVG with a declaration',
    () => text(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>`),
    'unknown-type',
  ],
  ['a page', () => text(`<!doctype html>${mark}`), 'unknown-type'],
  [
    'a page with the first bytes of a JPEG',
    () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), text(`<html>${mark}</html>`)]),
    'broken',
  ],
  [
    'a page with the first bytes of a PNG',
    () => Buffer.concat([png.subarray(0, 8), text(mark)]),
    'unknown-type',
  ],
  ['a GIF', () => text('GIF89a\x01\0\x01\0\0\0\0;'), 'unknown-type'],
  ['a TIFF', () => Buffer.from('49492a0008000000', 'hex'), 'unknown-type'],
  ['a BMP', () => text('BM      '), 'unknown-type'],
  [
    'an AVIF',
    () => Buffer.concat([Buffer.from([0, 0, 0, 24]), text('ftypavif\0\0\0\0avifmif1')]),
    'unknown-type',
  ],
  [
    'a program',
    () => Buffer.concat([Buffer.from('7f454c46020101', 'hex'), Buffer.alloc(100)]),
    'unknown-type',
  ],
  ['a ZIP', () => Buffer.from('504b0304140000000000', 'hex'), 'unknown-type'],
  ['a gzip bomb', () => gzipSync(Buffer.alloc(50_000_000)), 'unknown-type'],
  ['PostScript', () => text('%!PS-Adobe-3.0\n(%pipe%id) (w) file'), 'unknown-type'],
  [
    'instructions of a picture program',
    () => text(`push graphic-context\nfill 'url(${mark}"|id")'\npop graphic-context`),
    'unknown-type',
  ],
  ['half a JPEG', () => jpeg.subarray(0, Math.floor(jpeg.length * 0.7)), 'broken'],
  ['half a PNG', () => png.subarray(0, Math.floor(png.length * 0.7)), 'broken'],
  ['half a WebP', () => webp.subarray(0, Math.floor(webp.length * 0.5)), 'broken'],
  [
    'a PNG of 50,000 by 50,000 that is 200 bytes',
    () => encodePng(50_000, 50_000, Buffer.alloc(1_000)),
    'too-large',
  ],
  ['a PNG of 40,000,001 pixels', () => encodePng(40_000_001, 1, Buffer.alloc(1_000)), 'too-large'],
  ['a PNG without pixels', () => encodePng(0, 0, Buffer.alloc(0)), 'broken'],
  ['a PNG whose pixels end too early', () => encodePng(2_000, 2_000, Buffer.alloc(1_000)), 'broken'],
  ['a HEIC of a head only', () => heicHead, 'broken'],
  ['a HEIC of noise', () => Buffer.concat([heicHead, Buffer.alloc(5_000, 0x5a)]), 'broken'],
  ['more than 10 MB', () => Buffer.concat([jpeg, Buffer.alloc(10_000_000)]), 'too-large'],
  ['a PDF without end', () => text('%PDF-1.7\n1 0 obj'), 'broken'],
  ['a PDF that starts later', () => Buffer.concat([text('x'.repeat(100)), pdf('<<>>')]), 'unknown-type'],
  [
    'a PDF with a script',
    () => pdf('<< /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>'),
    'unknown-type',
  ],
  ['a PDF with a script in disguise', () => pdf('<< /S /J#61vaScript >>'), 'unknown-type'],
  ['a PDF that starts a program', () => pdf('<< /S /Launch /F (cmd.exe) >>'), 'unknown-type'],
  ['a PDF with a file in it', () => pdf('<< /Type /EmbeddedFile >>'), 'unknown-type'],
]
