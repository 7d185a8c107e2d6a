import { addMinutes } from '@hearth/contracts/kernel/dates'
import { deriveId } from '@hearth/contracts/kernel/ids'
import type { Message } from '@hearth/contracts/kernel/message'
import { DELIVERY_HOURS, type ThreadCommand, type ThreadEvent } from '@hearth/contracts/thread'
import { silentLog } from '@hearth/platform/testing/log'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Decision } from '../../runtime/decider.ts'
import type { Outcome } from '../../runtime/outcome.ts'
import { createContext, NOW, OWNER, SCHEDULER, stateAfter } from '../../testing/given.ts'
import { threadFacts as facts } from '../testing/threadFacts.ts'
import { thread } from '../thread.decider.ts'
import type { ThreadState } from '../thread.state.ts'
import type { HandOverAnswer, OutgoingMessage } from './channel.ts'
import { createMessageSending } from './sending.ts'

const THREAD = deriveId('thread')
/** A process that takes more steps than there are. */
const SURVIVES = 999
const DONE = {
  kind: 'accepted',
  id: THREAD,
  stream: `thread-${THREAD}`,
  tenantId: 'a',
  revision: 0n,
  commit: 0n,
} as const

const chances = fc.record({
  /** Where the process of this step dies: after so many of its steps. */
  life: fc.constantFrom(1, 2, 3, 4, 5, SURVIVES),
  answer: fc.constantFrom(
    'accepts',
    'accepts',
    'accepts silently',
    'fails silently',
    'refuses',
    'fails later',
  ),
  minutes: fc.constantFrom(0, 1, 2, 3, 30, 60 * DELIVERY_HOURS),
  /** Which receipt that is under way arrives, and whether it is also kept to arrive again. */
  receipt: fc.nat(30),
  again: fc.boolean(),
  message: fc.nat(5),
})
const steps = fc.array(
  chances.chain((chance) =>
    fc.record({
      what: fc.constantFrom(
        'write',
        'write',
        'work',
        'work',
        'work',
        'receive',
        'receive',
        'retract',
        'retry',
        'end',
      ),
      chance: fc.constant(chance),
    }),
  ),
  { minLength: 1, maxLength: 40 },
)
type Steps = typeof steps extends fc.Arbitrary<infer T> ? T : never
type Chance = Steps[number]['chance']

/** A thread, a channel that delivers once for each key, and processes that die. */
const createWorld = () => {
  const events: (ThreadEvent & Readonly<{ at: string; by: string }>)[] = []
  let now = NOW
  let written = 0
  /** What the channel delivers or has delivered: one message for each key. */
  const taken = new Map<string, OutgoingMessage>()
  const calls: OutgoingMessage[] = []
  const receipts: OfReceipt[] = []

  const readState = (): ThreadState => stateAfter(thread, events) as ThreadState
  const decide = ({ type, data }: Message, by = SCHEDULER, messageId = ''): Decision => {
    const handler = thread.decide[type as ThreadCommand['type']] as (
      data: unknown,
      state: ThreadState,
      ctx: unknown,
    ) => Decision
    const context = createContext({ id: THREAD, actor: by, now, facts, idFor: () => messageId })
    const decision = handler(data, readState(), context)
    if (decision.ok)
      events.push(...decision.events.map((event) => ({ ...(event as ThreadEvent), at: now, by: by.id })))
    return decision
  }
  events.push({
    type: 'ThreadOpened',
    data: {
      threadId: THREAD,
      listingId: 'l',
      hostAccountId: 'a',
      guestRef: 'g',
      guestName: 'Ana',
      bookingId: null,
    },
    at: now,
    by: 'gateway',
  })

  const take = (message: OutgoingMessage, answer: Chance['answer']): HandOverAnswer => {
    calls.push(message)
    const { messageId } = message
    const isTaken = taken.has(messageId)
    if (answer === 'fails silently') return { kind: 'unknown', why: 'down' }
    if (answer === 'refuses' && !isTaken) return { kind: 'failed', reason: 'blocked' }
    if (answer === 'fails later' && !isTaken) receipts.push({ messageId, status: 'failed' })
    else if (!isTaken) {
      taken.set(messageId, message)
      receipts.push({ messageId, status: 'delivered' }, { messageId, status: 'read' })
    }
    return answer === 'accepts silently' ? { kind: 'unknown', why: 'cut' } : { kind: 'accepted' }
  }

  /** One life of a worker process, which ends within, before or after one of its effects. */
  const work = async ({ life, answer }: Pick<Chance, 'life' | 'answer'>): Promise<void> => {
    let left = life
    const step = <T>(effect: () => T): T => {
      left -= 1
      if (left < 0) throw new Error('killed')
      const result = effect()
      if (left === 0) throw new Error('killed')
      return result
    }
    const { advance } = createMessageSending({
      handler: {
        handle: async (envelope) =>
          step((): Outcome => {
            const decision = decide(envelope)
            return decision.ok
              ? { ...DONE, events: decision.events.map(({ type }) => type) }
              : { kind: 'rejected', ...decision }
          }),
        view: async () => ({ state: readState() }) as never,
      },
      channels: { gateway: { handOver: async (message) => step(() => take(message, answer)) } },
      readMessage: async (_threadId, messageId) => readWritten(events, messageId),
      now: () => now,
      log: silentLog,
    })
    await advance(THREAD).catch((error: unknown) => {
      if (left > 0) throw error
    })
  }

  const receive = ({ receipt, again }: Pick<Chance, 'receipt' | 'again'>): void => {
    const [arrived] = receipts.splice(receipt % Math.max(1, receipts.length), 1)
    if (arrived === undefined) return
    if (again) receipts.push(arrived)
    const at = now
    decide({ type: 'RecordReceipt', data: { ...arrived, at, reason: null } })
  }

  const name = (index: number) => deriveId('m', String(index))
  return {
    events,
    taken,
    calls,
    readState,
    pass: (minutes: number) => (now = addMinutes(now, minutes)),
    write: () => {
      decide(
        { type: 'SendMessage', data: { body: `Text ${written}`, attachments: [] } },
        OWNER,
        name(written),
      )
      written += 1
    },
    retract: (index: number) => decide({ type: 'RetractMessage', data: { messageId: name(index) } }, OWNER),
    retry: (index: number) => decide({ type: 'RetryDelivery', data: { messageId: name(index) } }, OWNER),
    /** What the timers of the process manager do. */
    endDeliveries: () => {
      const state = readState()
      if (state.status === 'none') return
      for (const [messageId, { startedAt }] of Object.entries(state.deliveries))
        if (startedAt !== null) decide({ type: 'GiveUpDelivery', data: { messageId, startedAt } })
    },
    work,
    receive,
    /** What is under way arrives, and the host tries all again that was not delivered. */
    settle: async () => {
      const receiveAll = () => {
        while (receipts.length > 0) receive({ receipt: 0, again: false })
      }
      now = addMinutes(now, 3)
      receiveAll()
      for (let index = 0; index < written; index += 1)
        decide({ type: 'RetryDelivery', data: { messageId: name(index) } }, OWNER)
      await work({ life: SURVIVES, answer: 'accepts' })
      receiveAll()
    },
  }
}
type OfReceipt = Readonly<{ messageId: string; status: 'delivered' | 'read' | 'failed' }>

const readWritten = (events: readonly ThreadEvent[], messageId: string): OutgoingMessage => {
  const sent = events.find(
    (event): event is Extract<ThreadEvent, { type: 'MessageSent' }> =>
      event.type === 'MessageSent' && event.data.messageId === messageId,
  )
  if (sent === undefined) throw new Error('unknown')
  const { threadId, listingId, guestRef, author, body, attachments } = sent.data
  return { messageId, threadId, listingId, guestRef, author, body, attachments, sentAt: NOW }
}

const listIds = (events: readonly ThreadEvent[], type: ThreadEvent['type']): string[] =>
  events.flatMap((event) => (event.type === type ? [(event.data as { messageId: string }).messageId] : []))

test('300 random stories end with each message delivered once, or retracted and never sent', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (story) => {
      const world = createWorld()
      for (const { what, chance } of story) {
        world.pass(what === 'end' ? chance.minutes : Math.min(chance.minutes, 3))
        if (what === 'write') world.write()
        else if (what === 'work') {
          const called = world.calls.length
          await world.work(chance)
          // It was recorded before the call that the channel may have the message from then on.
          const started = new Set(listIds(world.events, 'MessageDeliveryStarted'))
          for (const { messageId } of world.calls.slice(called)) expect(started).toContain(messageId)
        } else if (what === 'receive') world.receive(chance)
        else if (what === 'retract') world.retract(chance.message)
        else if (what === 'retry') world.retry(chance.message)
        else world.endDeliveries()
      }
      await world.settle()

      const state = world.readState()
      if (state.status === 'none') throw new Error('no thread')
      const retracted = listIds(world.events, 'MessageRetracted')
      const written = listIds(world.events, 'MessageSent')
      expect([...world.taken.keys()].toSorted()).toEqual(
        written.filter((messageId) => !retracted.includes(messageId)).toSorted(),
      )
      for (const messageId of retracted)
        expect(world.calls.map((call) => call.messageId)).not.toContain(messageId)
      const reached = new Set<string>()
      for (const { type, data } of world.events) {
        if (type === 'MessageDelivered' || type === 'MessageReadByGuest') reached.add(data.messageId)
        if (type === 'MessageDeliveryFailed') expect(reached).not.toContain(data.messageId)
      }
      for (const messageId of world.taken.keys()) {
        expect(state.deliveries[messageId]?.status).toBe('read')
        expect(
          new Set(world.calls.filter((call) => call.messageId === messageId).map(({ body }) => body)).size,
        ).toBe(1)
      }
    }),
    { numRuns: 300 },
  )
})
