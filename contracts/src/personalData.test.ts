import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { domain, eventDefinitions, resources } from './index.ts'
import { CAPABILITIES, capabilityOf, type Capability } from './kernel/access.ts'
import { formatStream, type Aggregate, type RecordedEvent } from './kernel/message.ts'
import type { Projection, Row } from './kernel/projection.ts'
import type { Audience } from './kernel/visibility.ts'
import { projections } from './projections.ts'

const CANARY = 'Personal-7f3a9c'
const CANARY_NUMBER = 61.730_914_265

type Json = Readonly<Record<string, unknown>>
const fixture = (type: string): Json =>
  JSON.parse(readFileSync(new URL(`../fixtures/${type}.v1.json`, import.meta.url), 'utf8'))

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

const markAt = (data: unknown, [field = '', ...rest]: readonly string[], kind: Kind): unknown => {
  if (typeof data !== 'object' || data === null || !(field in data)) return data
  const inner = (data as Json)[field]
  return { ...data, [field]: rest.length === 0 ? KINDS[kind](inner) : markAt(inner, rest, kind) }
}

/** The fixture of an event type with a canary in every personal field. All streams have the same id. */
const canaryEvent = (category: string, type: string, index: number, kind: Kind): RecordedEvent => ({
  id: `e${index}`,
  stream: formatStream(category, 'x'),
  revision: BigInt(index),
  type,
  data: Object.keys(eventDefinitions.get(type)?.personal ?? {}).reduce<unknown>(
    (data, path) => markAt(data, path.split('.'), kind),
    fixture(type),
  ),
  metadata: { occurredAt: '2026-06-01T00:00:00.000Z', actorId: 'u1', tenantId: 't' },
  position: { commit: BigInt(index), prepare: BigInt(index) },
  recordedAt: '2026-06-01T00:00:00.000Z',
})

const typesOf = ({ category, events }: Aggregate) =>
  Object.keys(events).map((type) => [category, type] as const)
const aggregates: readonly Aggregate[] = Object.values(domain)
/** Each event with personal data after its stream's first, and every event of the system in one row. */
const stories = [
  ...aggregates.flatMap((aggregate) => {
    const [first, ...others] = typesOf(aggregate)
    return first === undefined ? [] : [[first], ...others.map((other) => [first, other])]
  }),
  aggregates.flatMap(typesOf),
].flatMap((story) =>
  (['open', 'text'] as const).map((kind) =>
    story.map(([category, type], index) => canaryEvent(category, type, index, kind)),
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
    Object.keys(personal).filter((path) => !holdsCanary(markAt(fixture(type), path.split('.'), 'open'))),
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
