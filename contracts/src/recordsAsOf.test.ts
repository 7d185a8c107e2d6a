import { expect, test } from 'vitest'
import { domain, resources } from './index.ts'
import { categoryOfStream } from './kernel/message.ts'
import { projections } from './projections.ts'

/** Categories without records as of an instant, and why. Their events are in the event explorer. */
const WITHOUT: Readonly<Record<string, string>> = {
  audit: 'each record is one event and never changes',
  loginTicket: 'a ticket is used once, and no screen shows it',
  referrer: 'counts invitations; each of them is a record',
  savedView: 'a view that the team sees now may have been private at that time',
  user: 'people are in schema app, with their credentials',
}

const ROW = { id: 'x', tenantId: 'x', hostAccountId: 'x', listingId: 'x', threadId: 'x', name: 'x' }

test('records of every category can be compared at two instants', () => {
  const shown = new Set(Object.values(resources).map(({ table }) => table))
  const followed = new Set(
    projections
      .filter(({ name }) => shown.has(name))
      .flatMap(({ streams }) => streams?.(ROW) ?? [])
      .map(categoryOfStream),
  )
  const missing = Object.values(domain)
    .map(({ category }) => category)
    .filter((category) => !followed.has(category))
  expect(missing.toSorted()).toEqual(Object.keys(WITHOUT))
})
