import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { domain, eventDefinitions, resources } from './index.ts'
import { CAPABILITIES, capabilityOf, type Capability } from './kernel/access.ts'
import { deriveId } from './kernel/ids.ts'
import { formatStream, OF_ACCOUNT, type Aggregate, type RecordedEvent } from './kernel/message.ts'
import type { Projection, Row } from './kernel/projection.ts'
import { upcast } from './kernel/upcast.ts'
import type { Audience } from './kernel/visibility.ts'
import { projections } from './projections.ts'

const CANARY = 'Personal-7f3a9c'
const CANARY_NUMBER = 61.730_914_265

type Json = Readonly<Record<string, unknown>>
const readFixture = (type: string, version: number): Json =>
  JSON.parse(readFileSync(new URL(`../fixtures/${type}.v${version}.json`, import.meta.url), 'utf8'))

/** What a type's fixture says in today's shape: as it was first written, or as it is written now. */
const AGES = ['first', 'now'] as const
type Age = (typeof AGES)[number]
const fixture = (type: string, age: Age = 'first'): Json => {
  const definition = eventDefinitions.get(type)
  if (definition === undefined) throw new Error(`No event is called ${type}`)
  return age === 'now'
    ? readFixture(type, definition.version)
    : (upcast(definition, 1, readFixture(type, 1)) as Json)
}

const marked = (value: unknown): unknown => {
  if (typeof value === 'string') return CANARY
  if (typeof value === 'number') return CANARY_NUMBER
  if (Array.isArray(value)) return value.map(marked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, marked(inner)]))
}

/** `open` keeps the shape of what the field holds; `text` is how a sealed or erased field reads. */
const KINDS = { open: marked, text: (value: unknown) => (value === null ? null : CANARY) }
type Kind = keyof typeof KINDS

const markAt = (data: unknown, path: readonly string[], kind: Kind): unknown => {
  if (Array.isArray(data)) return data.map((item) => markAt(item, path, kind))
  const [field = '', ...rest] = path
  if (typeof data !== 'object' || data === null || !(field in data)) return data
  const inner = (data as Json)[field]
  return { ...data, [field]: rest.length === 0 ? KINDS[kind](inner) : markAt(inner, rest, kind) }
}

/** The fixture of an event type with a canary in every personal field. All streams have the same id. */
const canaryEvent = (
  category: string,
  type: string,
  index: number,
  kind: Kind,
  age: Age = 'first',
  isMarked: (subject: string) => boolean = () => true,
): RecordedEvent => ({
  id: deriveId('event', String(index)),
  stream: formatStream(category, 'x'),
  revision: BigInt(index),
  type,
  data: Object.entries(eventDefinitions.get(type)?.personal ?? {})
    .filter(([, subject]) => isMarked(subject))
    .reduce<unknown>((data, [path]) => markAt(data, path.split('.'), kind), fixture(type, age)),
  metadata: { occurredAt: '2026-06-01T00:00:00.000Z', actorId: 'u1', tenantId: 't' },
  position: { commit: BigInt(index), prepare: BigInt(index) },
  recordedAt: '2026-06-01T00:00:00.000Z',
})

const typesOf = ({ category, events }: Aggregate) =>
  Object.keys(events).map((type) => [category, type] as const)
const aggregates: readonly Aggregate[] = Object.values(domain)
/** Each event with personal data after its stream's first, and every event of the system in one row. */
const types = [
  ...aggregates.flatMap((aggregate) => {
    const [first, ...others] = typesOf(aggregate)
    return first === undefined ? [] : [[first], ...others.map((other) => [first, other])]
  }),
  aggregates.flatMap(typesOf),
]
const stories = types.flatMap((story) =>
  AGES.flatMap((age) =>
    (['open', 'text'] as const).map((kind) =>
      story.map(([category, type], index) => canaryEvent(category, type, index, kind, age)),
    ),
  ),
)

const holdsCanary = (value: unknown) => {
  const text = JSON.stringify(value) ?? ''
  return text.includes(CANARY) || text.includes(String(CANARY_NUMBER))
}

/** The fields of a projection's rows in which personal data was seen at any time. */
const personalFields = (projection: Projection): readonly string[] => {
  const found = new Set<string>()
  for (const story of stories) {
    const rows = new Map<string, Row>()
    for (const event of story)
      for (const key of projection.keys(event)) {
        const row = projection.fold(rows.get(key), event, key)
        if (row === undefined) rows.delete(key)
        else rows.set(key, row)
        for (const [field, value] of Object.entries(row ?? {})) if (holdsCanary(value)) found.add(field)
      }
  }
  return [...found].toSorted()
}

test('has a fixture value for every personal field of an event', () => {
  const empty = [...eventDefinitions].flatMap(([type, { personal = {} }]) =>
    Object.keys(personal).filter(
      (path) => !AGES.some((age) => holdsCanary(markAt(fixture(type, age), path.split('.'), 'open'))),
    ),
  )
  expect(empty).toEqual([])
})

// The log keeps personal fields sealed; the query service opens or masks them one by one.
const readable = projections.filter(({ name }) => name !== 'event_log')
const opensPersonal = Object.keys(CAPABILITIES).filter((name) => capabilityOf(name as Capability).personal)
const isRestricted = (audience: Audience | undefined) =>
  [audience].flat().some((name) => name !== undefined && opensPersonal.includes(name))

describe.each(readable.map((projection) => [projection.name, projection] as const))(
  'personal data in rows of %s',
  (name, projection) => {
    const found = personalFields(projection)

    test('is in the fields that the projection declares as personal', () => {
      expect(found).toEqual((projection.personal ?? []).toSorted())
    })

    test('is visible only with a capability that opens personal data', () => {
      const open = Object.values(resources)
        .filter(({ table }) => table === name)
        .flatMap((resource) =>
          found
            .filter((field) => !isRestricted(resource.visibility[field]))
            .map(
              (field) =>
                `"${field}" of resource "${resource.name}" holds personal data, and its visibility is ` +
                `${JSON.stringify(resource.visibility[field])}. Declare one of: ${opensPersonal.join(', ')}.`,
            ),
        )
      expect(open).toEqual([])
    })
  },
)

/** What the erasure of an account's own data records about a row. */
const erasuresOf = ({ name }: Projection, id: string, row: Row | undefined): readonly RecordedEvent[] =>
  (
    [
      ['hostAccount', 'AccountTextsErased', { table: name, ids: [id] }],
      [
        'hostAccount',
        'SubjectErased',
        { kind: 'account', subjectId: 'x', subjects: ['x', row?.['id']], records: [id] },
      ],
      ['listing', 'ListingContentErased', {}],
      ['calendar', 'BlockNotesErased', { blockIds: [id] }],
    ] as const
  ).map(([category, type, data], index) => {
    const event = canaryEvent(category, type, 1_000 + index, 'open')
    return { ...event, data: { ...fixture(type), ...data } }
  })

// Events from before their texts were sealed keep them in the open, and read models erase them all the same.
describe.each(readable.map((projection) => [projection.name, projection] as const))(
  'texts of an account in rows of %s',
  (_name, projection) => {
    const { keys, fold } = projection
    test('are gone once the account’s own data was erased', () => {
      const kept = new Set<string>()
      for (const story of types) {
        const rows = new Map<string, Row>()
        for (const [index, [category, type]] of story.entries()) {
          const event = canaryEvent(
            category,
            type,
            index,
            'open',
            'first',
            (subject) => subject === OF_ACCOUNT,
          )
          for (const key of keys(event)) {
            const row = fold(rows.get(key), event, key)
            if (row === undefined) rows.delete(key)
            else rows.set(key, row)
            const erased = erasuresOf(projection, key, row)
              .filter((erasure) => keys(erasure).includes(key))
              .reduce<Row | undefined>((before, erasure) => fold(before, erasure, key), row)
            for (const [field, value] of Object.entries(erased ?? {}))
              if (holdsCanary(value)) kept.add(`${type}: ${field}`)
          }
        }
      }
      expect([...kept]).toEqual([])
    })
  },
)
