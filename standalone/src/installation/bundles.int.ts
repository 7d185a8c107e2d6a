import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const bundle = join(import.meta.dirname, '../../../command-service/dist/main.mjs')
const text = readFileSync(bundle, 'utf8')

test('a bundle has one byte for each character', () => {
  expect(text).toMatch(/^[\0-\x7f]*$/)
})

test('the map of a bundle leads to the file and the line of our code', () => {
  const map = new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')) as SourceMapPayload)
  const lines = text.split('\n')
  for (const name of ['createPipeline', 'createCommandHandler', 'deriveId']) {
    const line = lines.findIndex((one) => one.includes(`${name}=`))
    const found = map.findEntry(line, lines[line]?.indexOf(`${name}=`) ?? 0)
    if (!('originalSource' in found)) throw new Error(`${name} is not in the map`)
    const source = readFileSync(resolve(dirname(bundle), found.originalSource), 'utf8')
    expect(source.split('\n')[found.originalLine]).toContain(`export const ${name} =`)
  }
})
