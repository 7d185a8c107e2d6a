import { bookings } from '@hearth/contracts/booking'
import type { Role } from '@hearth/contracts/kernel/access'
import type { Resource } from '@hearth/contracts/kernel/resource'
import type { Principal } from '@hearth/platform/session/principal'
import { describe, expect, test } from 'vitest'
import { parseListRequest } from './listRequest.ts'
import { createModel } from './model.ts'
import { hiddenFields, seesFields } from './visibleFields.ts'

const person = (kind: 'host' | 'staff', role: Role): Principal => ({
  actor: { id: 'u', kind, role, name: 'Sam' },
  listingIds: 'all',
})
const owner = person('host', 'owner')
const impersonator: Principal = {
  ...person('staff', 'support'),
  impersonation: { id: 'i', mode: 'read_only', scopes: ['bookings'], expiresAt: '2090-01-01T00:00:00.000Z' },
}

const unknownField = expect.objectContaining({
  facts: { errors: [expect.objectContaining({ detail: 'is not known here' })] },
})

describe('a field without a declaration', () => {
  const { source: _source, ...declared } = bookings.visibility
  const undeclared: Resource = { ...bookings, visibility: declared }
  const model = createModel(undeclared)

  test('is shown to the owner only', () => {
    const others = [person('host', 'cohost_full'), person('staff', 'admin'), impersonator]
    expect(hiddenFields(model, owner)).toEqual(new Set())
    expect(others.map((principal) => hiddenFields(model, principal).has('source'))).toEqual([
      true,
      true,
      true,
    ])
  })

  test.each(['source', 'hostPayoutMinor', 'guestName'])(
    'lists can’t be sorted or filtered by %s',
    (field) => {
      const resource: Resource = {
        ...undeclared,
        visibility: { ...declared, hostPayoutMinor: 'account.private', guestName: 'account.private' },
        sort: [field],
        filter: { [field]: 'equals', q: { search: ['code', field] } },
      }
      const closed = createModel(resource)
      const hidden = hiddenFields(closed, person('staff', 'admin'))
      const queries = [
        { sort: JSON.stringify([field, 'ASC']) },
        { filter: JSON.stringify({ [field]: field === 'hostPayoutMinor' ? 1 : 'direct' }) },
        { filter: JSON.stringify({ q: 'direct' }) },
      ]
      for (const query of queries) {
        expect(() => parseListRequest(closed, hidden, query)).toThrow(unknownField)
        expect(() => parseListRequest(closed, hiddenFields(closed, owner), query)).not.toThrow()
      }
    },
  )
})

test('an impersonator sees what the scopes of the impersonation allow', () => {
  expect(seesFields(impersonator, bookings, 'guestName', 'code')).toBe(true)
  expect(seesFields(impersonator, bookings, 'guestName', 'hostPayoutMinor')).toBe(false)
})
