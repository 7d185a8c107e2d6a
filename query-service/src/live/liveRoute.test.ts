import { resources } from '@hearth/contracts'
import { can } from '@hearth/contracts/kernel/access'
import { SESSION_TRUST_MS } from '@hearth/platform/session/sessionCache'
import { expect, test } from 'vitest'
import { messagesFor, RECHECK_MS } from './liveRoute.ts'

test('a revoked session is refused, and its live stream closed, within a second', () => {
  // A check may use what was read just before the session was revoked.
  expect(SESSION_TRUST_MS + RECHECK_MS).toBeLessThan(1_000)
})

test('a member of some listings hears of rows without their ids, and of the whole account nothing', () => {
  const everything = Object.values(resources)
  const member = {
    actor: { id: 'c', kind: 'host', role: 'owner', name: 'Cory' },
    tenantId: 'account',
    listingIds: ['listing'],
  } as const
  const heard = new Set<string>()
  for (const { table } of everything) {
    const change = { name: table, commit: 7n, changes: [['account', 'a-row', 3]] } as const
    for (const text of messagesFor(member, change, everything)) {
      expect(text).not.toContain('a-row')
      heard.add(String(JSON.parse(text.slice(text.indexOf('{')))['resource']))
    }
  }
  const own = everything.filter(({ capability, scope }) => scope === 'tenant' && can('owner', capability))
  expect([...heard].filter((name) => own.some((resource) => resource.name === name)).toSorted()).toEqual(
    own
      .filter(({ listings }) => listings !== 'whole account')
      .map(({ name }) => name)
      .toSorted(),
  )
})
