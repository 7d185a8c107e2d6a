import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { deriveId } from '../kernel/ids.ts'
import type { RecordedEvent } from '../kernel/message.ts'
import { photoshootProcess } from './processes.ts'

const fixture = (type: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../../fixtures/${type}.v1.json`, import.meta.url), 'utf8'))
const happened = (type: string, change: object = {}): RecordedEvent => ({
  id: deriveId('event'),
  stream: `photoshoot-${deriveId('shoot')}`,
  revision: 3n,
  type,
  data: { ...fixture(type), ...change },
  metadata: {
    tenantId: 'a',
    actorId: 'ada',
    commandId: deriveId('command'),
    occurredAt: '2026-06-12T13:42:00.000Z',
  },
  position: { commit: 0n, prepare: 0n },
  recordedAt: '2026-06-12T13:42:00.000Z',
})
const effectsOf = (event: RecordedEvent) =>
  photoshootProcess.on(undefined, event).slice(1) as readonly Record<string, unknown>[]
const commandsOf = (event: RecordedEvent) =>
  effectsOf(event)
    .filter(({ kind }) => kind === 'command')
    .map(({ type }) => type)

describe('the photo shoot process', () => {
  test('lets a hold expire', () =>
    expect(effectsOf(happened('PhotoshootSlotHeld'))).toMatchObject([
      { kind: 'timer', name: 'hold', at: '2026-06-12T13:52:00.000Z', work: { type: 'ExpirePhotoshootHold' } },
    ]))
  test('releases the photographer’s time and the home’s nights when they are not needed', () => {
    for (const type of ['PhotoshootSlotReleased', 'PhotoshootRescheduled', 'PhotoshootCancelled'])
      expect(commandsOf(happened(type)), type).toEqual(
        expect.arrayContaining(['ReleaseShootSlot', 'ReleaseShootNights']),
      )
  })
  test('charges the price with the event as its source, and nothing for a free shoot', () => {
    for (const type of [
      'PhotoshootRescheduled',
      'PhotoshootCancelled',
      'PhotoshootNoShowRecorded',
      'PhotoshootImagesDelivered',
    ]) {
      const post = effectsOf(happened(type)).find((effect) => effect['type'] === 'PostEntries') as
        | { data: { entries: readonly unknown[] } }
        | undefined
      expect(post?.data.entries, type).toMatchObject([
        {
          kind: 'photoshoot_fee',
          amountMinor: -Number(fixture(type)['feeMinor']),
          currency: 'EUR',
          source: { eventId: deriveId('event') },
        },
      ])
      expect(commandsOf(happened(type, { feeMinor: 0 })), type).not.toContain('PostEntries')
    }
  })
  test('adds accepted pictures to the listing', () =>
    expect(commandsOf(happened('PhotoshootImagesApproved'))).toEqual(['AddListingPhoto']))
  test('reminds of an appointment two days and one day before', () =>
    expect(effectsOf(happened('PhotoshootScheduled')).filter(({ kind }) => kind === 'timer')).toMatchObject([
      { at: '2026-06-18T09:00:00.000Z' },
      { at: '2026-06-19T09:00:00.000Z' },
    ]))
})
