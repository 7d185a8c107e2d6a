import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { eventDefinitions } from './index.ts'
import { OF_ACCOUNT } from './kernel/message.ts'
import type { EventDefinition } from './kernel/message.ts'

const folder = fileURLToPath(new URL('../fixtures/', import.meta.url))
const read = (name: string) => readFileSync(`${folder}${name}`, 'utf8')
const hashes = JSON.parse(read('hashes.json')) as Readonly<Record<string, string>>
const versions = [...eventDefinitions].flatMap(([type, definition]) =>
  Array.from({ length: definition.version }, (_, index) => [type, index + 1, definition] as const),
)
const nameOf = (type: string, version: number) => `${type}.v${version}.json`

/** Data of an old version in today's shape. */
const upcast = (
  { version: current, upcast: steps }: EventDefinition,
  version: number,
  data: Record<string, unknown>,
) => {
  let shape = data
  for (let from = version; from < current; from += 1) {
    const step = steps?.[from]
    if (step === undefined) throw new Error(`No step from version ${from}`)
    shape = step(shape)
  }
  return shape
}

describe('stored events stay readable', () => {
  test.for(versions)('%s version %s', ([type, version, definition]) => {
    const text = read(nameOf(type, version))
    const hash = createHash('sha256').update(text).digest('hex')
    expect(
      hashes[nameOf(type, version)],
      `hashes.json lists each fixture once and for ever: "${nameOf(type, version)}": "${hash}"; ` +
        'a new shape is a new version',
    ).toBe(hash)
    const data = upcast(definition, version, JSON.parse(text))
    const parsed = definition.schema.safeParse(data)
    expect(parsed.error).toBeUndefined()
    expect(JSON.parse(JSON.stringify(parsed.data))).toEqual(data)
  })

  test('lists every file, and only files of events', () => {
    expect(
      readdirSync(folder)
        .filter((name) => name !== 'hashes.json')
        .toSorted(),
    ).toEqual(Object.keys(hashes).toSorted())
    expect(Object.keys(hashes).toSorted()).toEqual(
      versions.map(([type, version]) => nameOf(type, version)).toSorted(),
    )
  })
})

describe('personal fields', () => {
  const personal = [...eventDefinitions].flatMap(([type, { version, personal: fields }]) =>
    Object.entries(fields ?? {}).map(([field, subject]) => [type, version, field, subject] as const),
  )
  test.for(personal)('%s version %s: %s belongs to %s', ([type, version, field, subject]) => {
    const at = (path: string) =>
      path.split('.').reduce<unknown>(
        (value, key) => {
          const [first = value] = Array.isArray(value) ? (value as unknown[]) : []
          return (first as Readonly<Record<string, unknown>>)[key]
        },
        JSON.parse(read(nameOf(type, version))),
      )
    expect(at(field) == null).toBe(false)
    // The account is known from the event's metadata.
    if (subject !== OF_ACCOUNT) expect(typeof at(subject)).toBe('string')
  })
})
