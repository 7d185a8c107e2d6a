import { newId } from '@hearth/contracts/kernel/ids'
import { deriveEntryId, zExplainedEntry } from '@hearth/contracts/ledger'
import { FIRST_POLICIES } from '@hearth/contracts/policy'
import { freezeTerms } from '@hearth/contracts/referral'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { TestEvent } from '../testing/miniProjector.ts'
import { sharedVale, vale } from '../testing/vale.ts'

const AT = '2026-07-15T09:00:00.000Z'
const zAnswer = z.object({ entries: z.array(zExplainedEntry) })

test('a reward is explained by the entry that follows from it, and no other', async () => {
  const { service } = await sharedVale()
  const owner = await service.as('cleo@example.test')
  const referralId = newId()
  const stream = `referral-${referralId}`
  const event = (type: string, of: string, data: object): TestEvent => ({
    tenantId: vale,
    actorId: 'scheduler',
    actorKind: 'service',
    at: AT,
    stream: of,
    type,
    data: { referralId, hostAccountId: vale, ...data },
  })
  await service.project([
    event('ReferralInvited', stream, {
      code: 'VA1E7K2Q',
      terms: freezeTerms(FIRST_POLICIES.referral, 'EUR'),
      email: null,
      emailHash: null,
      expiresAt: '2026-12-29T10:00:00.000Z',
    }),
    event('ReferralRewarded', stream, { rewardMinor: 50_000, currency: 'EUR' }),
  ])
  const { rows } = await service.pool.query<{ id: string }>(
    `select id from read.event_log where stream = $1 and type = 'ReferralRewarded'`,
    [stream],
  )
  const eventId = rows[0]?.id ?? ''
  const entryId = deriveEntryId(eventId, 'referral_reward')
  const post = (id: string): TestEvent => ({
    ...event('LedgerEntryPosted', `hostLedger-${vale}`, {}),
    data: {
      hostAccountId: vale,
      entryId: id,
      kind: 'referral_reward',
      currency: 'EUR',
      amountMinor: 50_000,
      components: [{ code: 'reward', amountMinor: 50_000, basis: { rule: 'stated' } }],
      availableAt: AT,
      listingId: null,
      bookingId: null,
      source: { stream, revision: 1, eventId },
      policies: [],
      text: 'Reward for a host you referred',
    },
  })
  await service.project([post(entryId), post(newId())])
  const answer = await owner(`/api/referrals/${referralId}/earnings/explain`)
  const { entries } = zAnswer.parse(await answer.json())
  expect(entries.map(({ entryId: id, amountMinor }) => [id, amountMinor])).toEqual([[entryId, 50_000]])
})
