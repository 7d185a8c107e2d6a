import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { deriveId } from '../kernel/ids.ts'
import type { RecordedEvent } from '../kernel/message.ts'
import type { Effect } from '../kernel/process.ts'
import { agreementProcess, agreementTermProcess, type AgreementTerm } from './processes.ts'
import type { AgreementTerms } from './terms.ts'
import type { AgreementCommand } from './messages.ts'

const fixture = (type: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../../fixtures/${type}.v1.json`, import.meta.url), 'utf8'))
const happened = (type: string, at: string, change: object = {}): RecordedEvent => ({
  id: deriveId('event', type, at),
  stream: `agreement-${deriveId('agreement')}`,
  revision: 3n,
  type,
  data: { ...fixture(type), ...change },
  metadata: { tenantId: 'a', actorId: 'ada', commandId: deriveId('command'), occurredAt: at },
  position: { commit: 0n, prepare: 0n },
  recordedAt: at,
})
const terms = (change: Partial<AgreementTerms>) => ({
  terms: { ...(fixture('AgreementGenerated')['terms'] as AgreementTerms), termMonths: 12, ...change },
})
const made = (change: Partial<AgreementTerms>) =>
  happened('AgreementGenerated', '2026-06-01T10:00:00.000Z', terms(change))
const signedByUs = happened('AgreementCountersigned', '2026-06-12T13:42:00.000Z')

/** The effects of the last of these events. */
const after = (...events: readonly RecordedEvent[]): readonly Effect<AgreementCommand>[] => {
  let state: AgreementTerm | undefined
  let effects: readonly Effect<AgreementCommand>[] = []
  for (const event of events) [state, ...effects] = agreementTermProcess.on(state, event)
  return effects
}

describe('the end of a term', () => {
  test('is announced thirty days before, when the term is not renewed', () =>
    expect(after(made({ autoRenew: false }), signedByUs)).toMatchObject([
      {
        kind: 'timer',
        at: '2027-05-13T08:00:00.000Z',
        work: { type: 'EndTerm', data: { effectiveOn: '2027-06-12' } },
      },
    ]))
  test('needs no notice when another term follows', () =>
    expect(after(made({ autoRenew: true }), signedByUs)).toEqual([{ kind: 'cancel', name: 'term' }]))
  test('is the end of the running term while other terms are agreed, and none after a renewal', () => {
    const amended = (change: Partial<AgreementTerms>) =>
      happened('AgreementAmended', '2028-01-10T09:00:00.000Z', terms(change))
    expect(after(made({ autoRenew: true }), signedByUs, amended({ autoRenew: false }))).toMatchObject([
      { at: '2028-05-13T08:00:00.000Z', work: { data: { effectiveOn: '2028-06-12' } } },
    ])
    expect(after(made({ autoRenew: false }), signedByUs, amended({ autoRenew: true }))).toEqual([
      { kind: 'cancel', name: 'term' },
    ])
  })
  test('has no effect once notice is given', () =>
    expect(
      after(
        made({ autoRenew: false }),
        signedByUs,
        happened('AgreementNoticeGiven', '2026-09-01T09:00:00.000Z'),
      ),
    ).toEqual([{ kind: 'cancel', name: 'term' }]))
  test('is announced, and then the agreement ends as after notice', () => {
    const ending = (by: string) =>
      agreementProcess
        .on(
          undefined,
          happened('AgreementNoticeGiven', '2027-05-13T08:00:00.000Z', { by, effectiveOn: '2027-06-12' }),
        )
        .slice(1)
    const end = {
      kind: 'timer',
      name: 'end',
      at: '2027-06-12T23:59:59.999Z',
      work: { type: 'TerminateAgreement' },
    }
    expect(ending('term')).toMatchObject([{ name: 'tell-agreement', data: { what: 'term_ends' } }, end])
    expect(ending('host')).toMatchObject([{ name: 'tell-agreement', data: { what: 'notice' } }, end])
  })
})
