import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { deriveId } from '../kernel/ids.ts'
import type { RecordedEvent } from '../kernel/message.ts'
import { payoutAccount, type PayoutAccountEvent } from './messages.ts'
import { payoutAccountProcess } from './processes.ts'

const hostAccountId = 'f99830bc-b32e-578d-b665-dfe370189583'
const fixture = (type: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../../fixtures/${type}.v1.json`, import.meta.url), 'utf8'))
const happened = (type: PayoutAccountEvent['type'], actorId = 'ada', actorKind = 'host'): RecordedEvent => ({
  id: deriveId('event'),
  stream: `payoutAccount-${hostAccountId}`,
  revision: 0n,
  type,
  data: fixture(type),
  metadata: { tenantId: hostAccountId, actorId, actorKind, occurredAt: '2026-06-12T13:42:00.000Z' },
  position: { commit: 0n, prepare: 0n },
  recordedAt: '2026-06-12T13:42:00.000Z',
})
const effectsOf = (event: RecordedEvent) => {
  const [, ...effects] = payoutAccountProcess.on(undefined, event)
  return effects
}

describe('the payout account process', () => {
  test('writes to its own stream', () => {
    expect(payoutAccountProcess.correlate(happened('ScheduleSet'))).toBe(hostAccountId)
    expect(
      payoutAccountProcess.correlate({ ...happened('ScheduleSet'), stream: `hostAccount-${hostAccountId}` }),
    ).toBeUndefined()
  })
  test('sends two deposits to a new bank account, and notifies its owners', () => {
    const { methodId } = fixture('PayoutMethodAdded')
    expect(effectsOf(happened('PayoutMethodAdded'))).toEqual([
      { kind: 'job', name: 'send-micro-deposits', data: { hostAccountId, methodId } },
      {
        kind: 'job',
        name: 'tell-payout-change',
        data: { hostAccountId, methodId, what: 'PayoutMethodAdded', eventId: deriveId('event'), by: 'host' },
      },
    ])
  })
  test('notifies of every change, with ids only', () => {
    for (const type of Object.keys(payoutAccount.events) as PayoutAccountEvent['type'][]) {
      const told = effectsOf(happened(type)).filter(
        (effect) => 'name' in effect && effect.name === 'tell-payout-change',
      )
      expect(told, type).toHaveLength(1)
      for (const personal of ['Hill Stays', '3000', fixture('PayoutMethodAdded')['vaultRef'] as string])
        expect(JSON.stringify(told)).not.toContain(personal)
    }
  })
  test('forgets the number of a removed bank account', () => {
    const { methodId } = fixture('MethodRemoved')
    expect(effectsOf(happened('MethodRemoved')).at(-1)).toEqual({
      kind: 'job',
      name: 'forget-bank-numbers',
      data: { hostAccountId, methodId },
    })
  })
  test('does not notify of imports', () =>
    expect(effectsOf(happened('PayoutMethodAdded', 'importer', 'service'))).toEqual([]))
})
