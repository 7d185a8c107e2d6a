import { FIRST_POLICIES, firstPolicyEvent } from '@hearth/contracts/policy'
import { describe, expect, test } from 'vitest'
import { ADMIN, given, stateAfter } from '../testing/given.ts'
import { policy } from './policy.decider.ts'
import { policyAt } from './policy.state.ts'

const FINANCE = { id: 'finance', kind: 'staff', role: 'finance', name: 'Femi' } as const
const first = firstPolicyEvent('platformFee')
const body = { self_managed: 1_600, full_service: 2_500 }
const reason = 'The card scheme became dearer.'
const from = '2027-01-01T00:00:00.000Z'
const situation = { id: 'platformFee', actor: FINANCE, facts: {} }
const propose = { type: 'ProposePolicyVersion', data: { effectiveFrom: from, body, reason } } as const
const proposed = {
  type: 'PolicyVersionProposed',
  data: { name: 'platformFee', version: 2, effectiveFrom: from, body, reason, proposedBy: 'finance' },
} as const
const approve = { type: 'ApprovePolicyVersion', data: { version: 2 } } as const

describe('proposing', () => {
  test('takes the next version', () => given(policy, first).when(propose, situation).thenEvents(proposed))
  test('a second proposal takes the one after', () => {
    const other = { ...propose, data: { ...propose.data, body: { ...body, self_managed: 1_700 } } }
    given(policy, first, proposed)
      .when(other, situation)
      .thenEvents({ type: 'PolicyVersionProposed', data: { version: 3 } })
  })
  test('a repetition adds no event', () =>
    given(policy, first, proposed).when(propose, situation).thenNothing())
  test('an unknown policy is not found', () =>
    given(policy)
      .when(propose, { ...situation, id: 'weather' })
      .thenRefused('NOT_FOUND'))
  test('the body must match the policy', () =>
    given(policy)
      .when(propose, { ...situation, id: 'hostCancellation' })
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/body' }] }))
  test('no cancellation code can be dropped', () => {
    const { flexible } = FIRST_POLICIES.cancellation.body
    if (flexible === undefined) throw new Error('flexible is missing')
    given(policy)
      .when(
        { ...propose, data: { ...propose.data, body: { flexible } } },
        { ...situation, id: 'cancellation' },
      )
      .thenRefused('VALIDATION_FAILED')
  })
  test('the past cannot be changed', () =>
    given(policy, first)
      .when(propose, { ...situation, now: from })
      .thenRefused('POLICY_VIOLATION', { rule: 'not_retroactive' }))
})

describe('approving', () => {
  const byAdmin = { ...situation, actor: ADMIN }
  test('publishes', () =>
    given(policy, first, proposed)
      .when(approve, byAdmin)
      .thenEvents({ type: 'PolicyVersionPublished', data: { version: 2, body, publishedBy: 'admin' } }))
  test('needs a second person', () =>
    given(policy, first, proposed).when(approve, situation).thenRefused('FOUR_EYES_SAME_ACTOR'))
  test('an unknown version is not found', () =>
    given(policy, first).when(approve, byAdmin).thenRefused('NOT_FOUND'))
  test('twice is refused', () =>
    given(policy, first)
      .when({ ...approve, data: { version: 1 } }, byAdmin)
      .thenRefused('ALREADY_DECIDED'))
  test('after the start requires a new proposal', () =>
    given(policy, first, proposed)
      .when(approve, { ...byAdmin, now: from })
      .thenRefused('WINDOW_CLOSED'))
})

test('the version in force is the one that started last', () => {
  const { proposedBy: _proposedBy, ...second } = proposed.data
  const state = stateAfter(policy, [
    first,
    { type: 'PolicyVersionPublished', data: { ...second, publishedBy: 'admin' } },
  ])
  expect([
    policyAt(state, '2026-12-31T23:59:59.999Z')?.version,
    policyAt(state, from)?.version,
    policyAt(state, '1999-01-01T00:00:00.000Z'),
  ]).toEqual([1, 2, undefined])
})
