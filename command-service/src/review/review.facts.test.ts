import { FIRST_POLICIES } from '@hearth/contracts/policy'
import type { Evidence, ReviewCommand } from '@hearth/contracts/review'
import { expect, test } from 'vitest'
import type { ReadState } from '../runtime/decider.ts'
import { NOW, OWNER, stateAfter } from '../testing/given.ts'
import { review } from './review.decider.ts'
import { createReviewFactLoader } from './review.facts.ts'
import { createReviewSealer } from './reviewSealer.ts'
import { createMemoryVault } from './testing/memoryVault.ts'
import { happened } from './testing/reviewFacts.ts'

const { opened, byHost, byGuest, revealed } = happened

/** The loader where every claim and incident is of the named stay. */
const findUnknown = async (bookingId: string, evidence: readonly Evidence[]) => {
  const readState: ReadState = async (of) =>
    (of.category === 'review'
      ? stateAfter(review, [opened, byHost, byGuest, revealed])
      : { status: 'submitted', bookingId }) as unknown as typeof of.initial
  const load = createReviewFactLoader({
    readPolicy: async (name) => FIRST_POLICIES[name],
    findFile: async (_listingId, fileId) => (fileId === 'known' ? { width: null, height: null } : undefined),
    sealer: createReviewSealer(createMemoryVault()),
    hasHandled: async () => false,
  })
  const command: ReviewCommand = {
    type: 'DisputeReview',
    data: { ground: 'retaliatory', explanation: '', evidence: [...evidence] },
  }
  const request = { id: 'booking', tenantId: 'account', now: NOW, recordedAt: NOW, actor: OWNER, where: null }
  return (await load(command, request, readState)).unknown.map(({ pointer }) => pointer)
}

const EVIDENCE: readonly Evidence[] = [
  { kind: 'public_text' },
  { kind: 'file', fileId: 'known' },
  { kind: 'claim', claimId: 'claim' },
  { kind: 'incident', incidentId: 'incident' },
]

test('evidence is a text, a file of the listing, or a claim or an incident of the stay', async () =>
  expect(await findUnknown('booking', EVIDENCE)).toEqual([]))

test('claims and incidents of another stay, and unknown files, are none', async () =>
  expect(await findUnknown('another', [...EVIDENCE, { kind: 'file', fileId: 'unknown' }])).toEqual([
    '/evidence/2/claimId',
    '/evidence/3/incidentId',
    '/evidence/4/fileId',
  ]))
