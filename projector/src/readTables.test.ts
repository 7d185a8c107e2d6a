import { resources } from '@hearth/contracts'
import { zBookingRow } from '@hearth/contracts/booking'
import { describeColumns, snake } from '@hearth/platform/read-model/columns'
import { createTableSql, describeIndexes } from '@hearth/platform/read-model/tables'
import { expect, test } from 'vitest'

test('stores a booking in typed columns', () => {
  const types = Object.fromEntries(describeColumns(zBookingRow).map(({ field, sqlType }) => [field, sqlType]))
  expect(types).toMatchObject({
    checkIn: 'date',
    confirmedAt: 'timestamptz',
    effectiveAt: 'timestamptz',
    guestTotalMinor: 'bigint',
    money: 'jsonb',
    refunds: 'jsonb',
    status: 'text',
  })
})

test('gives every resource a table, and indexes for what its list offers', () => {
  for (const resource of Object.values(resources)) {
    expect(createTableSql({ name: resource.table, row: resource.row })).toContain(
      'primary key (tenant_id, id)',
    )
    const columns = new Set(describeColumns(resource.row).map(({ column }) => column))
    const names = describeIndexes(resource.table, Object.values(resources)).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const [place, { at }] of Object.entries(resource.waiting ?? {})) {
      expect(columns).toContain(snake(at))
      expect(names).toContain(`${resource.table}_waiting_${snake(place)}_idx`)
    }
    const leading = describeIndexes(resource.table, Object.values(resources)).map(
      ({ sql }) => /\(("\w+"(?:, "\w+")*)/.exec(sql)?.[1],
    )
    const ordered = (field: string) => (field === 'id' ? '"id"' : `"${snake(field)}", "id"`)
    for (const field of resource.sort) {
      expect(columns).toContain(snake(field))
      expect(leading).toContain(ordered(field))
    }
    if (resource.scope === 'tenant')
      expect(leading).toContain(`"tenant_id", ${ordered(resource.defaultSort[0])}`)
    for (const [field, kind] of Object.entries(resource.filter))
      if (kind === 'equals' && field !== 'hostAccountId')
        expect(leading.some((list) => list?.startsWith(`"${snake(field)}", `))).toBe(true)
  }
})
