import { bookings, zBookingRow } from '@hearth/contracts/booking'
import { createKysely } from '@hearth/platform/postgres/pool'
import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createModel, type View } from './model.ts'

const compileText = ({ selected }: View) => selected.compile(createKysely({} as pg.Pool)).sql

describe('the columns that are read of a resource', () => {
  const { whole, listed, exported } = createModel(bookings)

  test('are those that lists declare, and parts of objects', () => {
    expect(compileText(listed)).toContain(
      `json_build_object('timezone', r."snapshot" -> 'timezone')::text as "snapshot"`,
    )
    expect(compileText(listed)).not.toContain('"money"')
    expect(compileText(whole)).toContain('r."snapshot"::text as "snapshot"')
  })

  test('are those of an export, with currencies and sort orders', () => {
    const fields = exported.columns.map(({ field }) => field)
    expect(fields).toEqual(
      expect.arrayContaining([...Object.keys(bookings.export ?? {}), ...bookings.sort, 'currency', 'id']),
    )
    expect(fields).not.toContain('snapshot')
  })

  test.each([
    ['a field that rows do not have', zBookingRow.extend({ more: z.string() })],
    ['another type', zBookingRow.extend({ code: z.int() })],
    [
      'a part that the object does not have',
      zBookingRow.extend({ snapshot: z.strictObject({ zone: z.string() }) }),
    ],
    ['a part of what may be null', zBookingRow.extend({ outcome: z.strictObject({ tier: z.string() }) })],
  ])('are refused at start if lists declare %s', (_what, listRow) => {
    expect(() => createModel({ ...bookings, listRow })).toThrow('not all part of it')
  })
})
