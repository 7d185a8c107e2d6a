import { zInstant, zLocalDate } from '@hearth/contracts/kernel/dates'
import { zMinor } from '@hearth/contracts/kernel/money'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { describeColumns, columnsToJson, columnsToRow, rowToColumns } from './columns.ts'

const row = z.strictObject({
  id: z.string(),
  checkIn: zLocalDate,
  endedAt: zInstant.nullable(),
  startedAt: zInstant,
  amountMinor: zMinor,
  rate: z.number(),
  clash: z.boolean(),
  kind: z.enum(['a', 'b']),
  only: z.literal('x'),
  nick: z.string().optional(),
  party: z.object({ adults: z.int() }),
  tags: z.array(z.string()).default([]),
  map: z.record(z.string(), z.unknown()),
  either: z.union([z.object({ a: z.int() }), z.object({ b: z.int() })]).nullable(),
})

test('gives each kind of field its column', () => {
  expect(
    describeColumns(row).map(
      ({ column, sqlType, nullable }) => `${column} ${sqlType}${nullable ? '' : ' not null'}`,
    ),
  ).toEqual([
    'id text not null',
    'check_in date not null',
    'ended_at timestamptz',
    'started_at timestamptz not null',
    'amount_minor bigint not null',
    'rate double precision not null',
    'clash boolean not null',
    'kind text not null',
    'only text not null',
    'nick text',
    'party jsonb not null',
    'tags jsonb not null',
    'map jsonb not null',
    'either jsonb',
  ])
})

test('reads a row back from its columns unchanged', () => {
  const columns = describeColumns(row)
  const value = {
    id: '1',
    checkIn: '2026-01-02',
    endedAt: null,
    startedAt: '2026-01-02T00:00:00.000Z',
    amountMinor: -5,
    rate: 0.5,
    clash: false,
    kind: 'a',
    only: 'x',
    party: { adults: 2 },
    tags: ['x'],
    map: {},
    either: null,
  }
  const values = rowToColumns(columns, value)
  const record = Object.fromEntries(
    columns.map(({ column, jsonb }, at) => [
      column,
      jsonb && typeof values[at] === 'string' ? JSON.parse(values[at]) : values[at],
    ]),
  )
  expect(columnsToRow(columns, record)).toEqual(value)
  expect(columnsToRow(columns, { ...record, nick: 'n' })).toEqual({ ...value, nick: 'n' })
})

test('writes a row as JSON without reading its structured columns', () => {
  const columns = describeColumns(row)
  const value = {
    id: '1',
    checkIn: '2026-01-02',
    endedAt: null,
    startedAt: '2026-01-02T00:00:00.000Z',
    amountMinor: -5,
    rate: 0.5,
    clash: false,
    kind: 'a',
    only: 'x',
    party: { adults: 2, name: 'a "b"\n' },
    tags: ['x'],
    map: {},
    either: null,
  }
  const record = Object.fromEntries(
    rowToColumns(columns, value).map((cell, at) => [columns[at]?.column, cell]),
  )
  const parsed = (hidden: readonly string[], more = {}) =>
    JSON.parse(`{${columnsToJson(columns, { ...record, ...more }, new Set(hidden))}}`)
  expect(parsed([])).toEqual(value)
  expect(parsed([], { nick: 'n "m"' })).toEqual({ ...value, nick: 'n "m"' })
  expect(parsed(['party', 'nick', 'rate'])).toEqual({ ...value, party: null, nick: null, rate: null })
})

test('refuses a value that no column can hold', () => {
  expect(() => describeColumns(z.object({ id: z.string(), at: z.date() }))).toThrow('"at" (date)')
  expect(() => describeColumns(z.object({ name: z.string() }))).toThrow('"id"')
})
