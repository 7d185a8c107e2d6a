import { resources } from '@hearth/contracts'
import { projections } from '@hearth/contracts/projections'
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

// Two collations find no index: reports once read the whole event log for each row.
test('compares texts of all read models in one collation', () => {
  for (const { name, row } of projections) {
    const columns = createTableSql({ name, row }).match(/ text\b.*/g) ?? []
    expect(columns.length).toBeGreaterThan(1)
    for (const column of columns) expect(column).toMatch(/^ text collate "C"/)
  }
})

test('gives every resource a table, an index for its account, and one for each screen', () => {
  for (const resource of Object.values(resources)) {
    expect(createTableSql({ name: resource.table, row: resource.row })).toContain(
      'primary key (tenant_id, id)',
    )
    const columns = new Set(describeColumns(resource.row).map(({ column }) => column))
    const indexes = describeIndexes(resource.table, Object.values(resources))
    const names = indexes.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const [place, { at }] of Object.entries(resource.waiting ?? {})) {
      expect(columns).toContain(snake(at))
      expect(names).toContain(`${resource.table}_waiting_${snake(place)}_idx`)
    }
    for (const field of resource.sort) expect(columns).toContain(snake(field))
    const keys = indexes.map(({ sql }) => /\(("\w+"(?:, "\w+")*)\)/.exec(sql)?.[1])
    const ordered = (field: string) =>
      field === 'id' || resource.screens?.seldomEqual !== undefined
        ? `"${snake(field)}"`
        : `"${snake(field)}", "id"`
    // The primary key is in the order of ids.
    if (resource.scope === 'tenant' && resource.defaultSort[0] !== 'id')
      expect(keys).toContain(`"tenant_id", ${ordered(resource.defaultSort[0])}`)
    for (const field of Object.keys(resource.screens?.orders ?? {})) {
      expect(resource.sort).toContain(field)
      expect(keys).toContain(ordered(field))
    }
    const found = [resource.screens?.finds, resource.screens?.queues].flatMap((part) =>
      Object.keys(part ?? {}),
    )
    for (const name of found) expect(Object.keys(resource.filter)).toContain(name)
  }
})

test('has few indexes that a change of a booking writes', () => {
  expect(describeIndexes('booking', Object.values(resources)).map(({ sql }) => sql)).toMatchInlineSnapshot(`
    [
      "create index if not exists "booking_waiting_cancelling_idx" on read."booking" ("effective_at", "id") where "status" = 'cancelling'",
      "create index if not exists "booking_waiting_arriving_idx" on read."booking" ("check_in_instant", "id") where "status" = 'confirmed' and "clock" = 'scheduler'",
      "create index if not exists "booking_waiting_in_stay_idx" on read."booking" ("check_out_instant", "id") where "status" = 'in_stay' and "clock" = 'scheduler'",
      "create index if not exists "booking_waiting_checked_out_idx" on read."booking" ("check_out_instant", "id") where "status" = 'checked_out' and "clock" = 'scheduler'",
      "create index if not exists "booking_waiting_cancelled_idx" on read."booking" ("cancelled_at", "id") where "status" = 'cancelled'",
      "create index if not exists "booking_waiting_refunding_idx" on read."booking" ("confirmed_at", "id") where "refunds" @> '[{"state":"requested"}]'",
      "create index if not exists "booking_id_986427_idx" on read."booking" ("id")",
      "create index if not exists "booking_tenant_id_check_in_id_3a36fc_idx" on read."booking" ("tenant_id", "check_in", "id") include ("check_out", "confirmed_at", "guest_name", "code", "status", "nights", "host_payout_minor", "guest_total_minor", "payable_at")",
      "create index if not exists "booking_check_in_id_16b3f0_idx" on read."booking" ("check_in", "id")",
      "create index if not exists "booking_listing_id_5b3d36_idx" on read."booking" ("listing_id")",
      "create index if not exists "booking_external_ref_755715_idx" on read."booking" ("external_ref") where "external_ref" is not null",
      "create index if not exists "booking_check_in_check_out_f5dd44_idx" on read."booking" using gist (daterange("check_in", greatest("check_in", "check_out")))",
      "create index if not exists "booking_guest_name_code_4d128c_idx" on read."booking" using gin ("guest_name" collate "default" public.gin_trgm_ops, "code" collate "default" public.gin_trgm_ops)",
      "create index if not exists "booking_check_in_id_5c7e1f_idx" on read."booking" ("check_in", "id") where "status" in ('overbooked', 'cancelling', 'in_stay')",
    ]
  `)
})
