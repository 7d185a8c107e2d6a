import { deflateSync } from 'node:zlib'
import { pdf } from '@hearth/platform/testing/hostileFiles'
import { expect, test } from 'vitest'
import { cleanFile } from './cleanFile.ts'

const HARMLESS = '1 0 << /Type /Page >>'
const HIDDEN = '1 0 << /S /JavaScript /JS (app.alert(1)) >>'

/** A PDF with one object stream. */
const withObjects = (dictionary: string, content: Buffer | string, tail = '') => {
  const [head, end] = pdf('MARK').toString('latin1').split('MARK')
  return Buffer.concat([
    Buffer.from(`${head}${dictionary}\nstream\r\n`, 'latin1'),
    Buffer.from(content),
    Buffer.from(`${tail}\nendstream${end}`, 'latin1'),
  ])
}
const FLATE = '<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length 10 >>'
const type = async (bytes: Buffer) => {
  const result = await cleanFile(bytes)
  return 'refused' in result ? result.refused : result.type
}

test.each([
  ['harmless objects', withObjects(FLATE, deflateSync(HARMLESS))],
  [
    'harmless objects in an array of filters',
    withObjects(FLATE.replace('/FlateDecode', '[ /FlateDecode ]'), deflateSync(HARMLESS)),
  ],
  ['harmless objects and more data', withObjects(FLATE, deflateSync(HARMLESS), 'garbage')],
  // What only looks like a name is in a picture, which is no object.
  ['a picture', withObjects('<< /Subtype /Image /Filter /FlateDecode >>', deflateSync(HIDDEN))],
  ['a picture in another filter', withObjects('<< /Subtype /Image /Filter /DCTDecode >>', 'x')],
])('accepts a PDF with %s', async (_, bytes) => expect(await type(bytes)).toBe('application/pdf'))

test.each([
  ['a script', withObjects(FLATE, deflateSync(HIDDEN))],
  [
    'a script in disguise',
    withObjects(FLATE, deflateSync(HIDDEN.replace('/JavaScript /JS', '/J#61vaScript /J#53'))),
  ],
  ['an attachment', withObjects(FLATE, deflateSync('1 0 << /Type /EmbeddedFile >>'))],
  ['a script, without the type', withObjects(FLATE.replace('/Type /ObjStm', ''), deflateSync(HIDDEN))],
  [
    'a script, with the dictionary in disguise',
    withObjects(FLATE.replace('/First', '/F#69rst'), deflateSync(HIDDEN)),
  ],
  [
    'a script after stored bytes that end the stream',
    withObjects(FLATE, deflateSync(`endstream ${HIDDEN}`, { level: 0 })),
  ],
  [
    'objects in two filters',
    withObjects(
      FLATE.replace('/FlateDecode', '[/ASCIIHexDecode /FlateDecode]'),
      deflateSync(HIDDEN).toString('hex'),
    ),
  ],
  ['objects in another filter', withObjects(FLATE.replace('/FlateDecode', '/LZWDecode'), 'x')],
  [
    'objects with a predictor',
    withObjects(FLATE.replace('/Length', '/DecodeParms << /Predictor 12 >> /Length'), deflateSync(HIDDEN)),
  ],
  ['objects that cannot be decompressed', withObjects(FLATE, 'not compressed')],
  ['a bomb', withObjects(FLATE, deflateSync(Buffer.alloc(60_000_000)))],
])('refuses a PDF that has %s in an object stream', async (_, bytes) =>
  expect(await type(bytes)).toBe('unknown-type'),
)
