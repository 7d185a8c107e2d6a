import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { deriveId } from '../kernel/ids.ts'
import type { RecordedEvent } from '../kernel/message.ts'
import { deliveryProcess } from './deliveryProcess.ts'

const THREAD = deriveId('thread')
const happened = (type: string): RecordedEvent => ({
  id: deriveId('event', type),
  stream: `thread-${THREAD}`,
  revision: 3n,
  type,
  data: JSON.parse(readFileSync(new URL(`../../fixtures/${type}.v1.json`, import.meta.url), 'utf8')),
  metadata: {},
  position: { commit: 0n, prepare: 0n },
  recordedAt: '2026-07-13T10:00:00.000Z',
})
const react = (type: string) => deliveryProcess.on(undefined, happened(type))

describe('the delivery process', () => {
  test('follows each message, and no other event of a thread', () => {
    const { messageId } = happened('MessageDelivered').data as { messageId: string }
    expect(deliveryProcess.correlate(happened('MessageDelivered'))).toBe(messageId)
    expect(deliveryProcess.correlate(happened('ThreadStarred'))).toBeUndefined()
  })
  test('has the thread’s messages delivered when this one is due', () =>
    expect(react('MessageDeliveryPlanned')).toEqual([
      undefined,
      {
        kind: 'timer',
        name: 'due',
        at: '2026-07-13T10:02:00.000Z',
        work: { kind: 'job', name: 'deliver-messages', data: { threadId: THREAD } },
      },
    ]))
  test('does not once the message is retracted', () =>
    expect(react('MessageRetracted')).toEqual([undefined, { kind: 'cancel', name: 'due' }]))
  test('ends a delivery after 24 hours, unless the channel answers or reports before', () => {
    expect(react('MessageDeliveryStarted')).toMatchObject([
      undefined,
      {
        kind: 'timer',
        name: 'give-up',
        at: '2026-07-14T10:02:00.400Z',
        work: { type: 'GiveUpDelivery', id: THREAD, data: { startedAt: '2026-07-13T10:02:00.400Z' } },
      },
    ])
    for (const type of [
      'MessageHandedOver',
      'MessageDelivered',
      'MessageReadByGuest',
      'MessageDeliveryFailed',
    ])
      expect(react(type)).toEqual([undefined, { kind: 'cancel', name: 'give-up' }])
  })
})
