import { addMinutes } from '@hearth/contracts/kernel/dates'
import type { Actor, Message } from '@hearth/contracts/kernel/message'
import { deriveGuestMessageId, type ThreadCommand } from '@hearth/contracts/thread'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evolveBy, type Context, type Decision } from '../runtime/decider.ts'
import { ADMIN, createContext, GATEWAY, NOW, OWNER, SCHEDULER } from '../testing/given.ts'
import { threadFacts as facts } from './testing/threadFacts.ts'
import { thread } from './thread.decider.ts'
import type { ThreadFacts } from './thread.facts.ts'
import type { ThreadState } from './thread.state.ts'

const THREAD = 'thread'
const COHOST: Actor = { id: 'ben', kind: 'host', role: 'cohost_full', name: 'Ben' }

const steps = fc.array(
  fc.record({
    what: fc.constantFrom(
      'guest',
      'guest',
      'host',
      'cohost',
      'staff',
      'retract',
      'archive',
      'waive',
      'require',
      'request',
      'accept',
      'decline',
      'expire',
    ),
    minutes: fc.constantFrom(0, 1, 1, 2, 30, 600, 1_500),
  }),
  { minLength: 1, maxLength: 25 },
)
type Steps = typeof steps extends fc.Arbitrary<infer T> ? T : never

/** What a person would write down: who wrote when, what was taken back, and what needs no reply. */
type Noted = {
  id: string
  answers: boolean | null
  by: string
  at: string
  gone: boolean
  waived: string | null
  /** A request to book: what it waits for is yes or no, or its end. */
  request?: 'open' | 'over'
}

/** The guest's message that is open, read line by line. */
const readNaively = (noted: readonly Noted[]): Noted | undefined => {
  let open: Noted | undefined
  for (const line of noted) {
    if (line.gone || line.waived !== null) continue
    if (line.answers === null) open ??= line
    else if (line.answers) open = undefined
  }
  return open
}

const decide = (command: ThreadCommand, state: ThreadState, ctx: Context<ThreadFacts>): Decision => {
  const handler = thread.decide[command.type] as (
    data: ThreadCommand['data'],
    state: ThreadState,
    ctx: Context<ThreadFacts>,
  ) => Decision
  return handler(command.data, state, ctx)
}

const OUTCOMES = { accept: 'accepted', decline: 'declined', expire: 'expired' } as const

/** A yes or no answers; a request that ends without one waits no longer. */
const endRequest = (noted: readonly Noted[], id: string, how: keyof typeof OUTCOMES, at: string) => {
  if (!noted.some((line) => line.id === id)) return noted
  const over = noted.map((line): Noted =>
    line.id === id ? { ...line, request: 'over', gone: how === 'expire' } : line,
  )
  const answer: Noted = { id, answers: true, by: '', at, gone: false, waived: null, request: 'over' }
  return how === 'expire' ? over : [...over, answer]
}

const PEOPLE: Readonly<Record<string, Actor>> = { host: OWNER, cohost: COHOST, staff: ADMIN }

const receive = (messageId: string, sentAt: string): ThreadCommand => ({
  type: 'ReceiveGuestMessage',
  data: {
    listingId: 'listing',
    guest: { guestRef: 'g1', displayName: 'Daniel W.' },
    bookingId: null,
    messageId,
    body: 'Is there a cot?',
    attachments: [],
    sentAt,
  },
})

/** The command of a step with its sender, and what a person would note of it. */
const play = (
  what: Steps[number]['what'],
  index: number,
  now: string,
  noted: readonly Noted[],
): Readonly<{ command: ThreadCommand; actor: Actor; note: () => readonly Noted[] }> => {
  if (what === 'guest') {
    const id = deriveGuestMessageId(THREAD, `m${index}`)
    const line = { id, answers: null, by: '', at: now, gone: false, waived: null }
    return { command: receive(`m${index}`, now), actor: GATEWAY, note: () => [...noted, line] }
  }
  if (what === 'archive')
    return { command: { type: 'ArchiveThread', data: {} }, actor: OWNER, note: () => noted }
  if (what === 'retract') {
    const last = noted.findLast(
      ({ answers, gone, request }) => answers !== null && !gone && request === undefined,
    )
    const actor = Object.values(PEOPLE).find(({ id }) => id === last?.by) ?? OWNER
    const note = () => noted.map((line) => (line.id === last?.id ? { ...line, gone: true } : line))
    return { command: { type: 'RetractMessage', data: { messageId: last?.id ?? 'none' } }, actor, note }
  }
  if (what === 'waive') {
    const last =
      noted.findLast(({ answers, request }) => answers === null && request === undefined)?.id ?? 'none'
    // Only a message that waits can need no reply; all before it need none then.
    const isWaiting =
      readNaively(noted)?.id !==
      readNaively(noted.filter(({ answers, request }) => answers !== null || request !== undefined))?.id
    const note = () =>
      noted.map((line) =>
        isWaiting && line.answers === null && line.waived === null && line.request === undefined
          ? { ...line, waived: last }
          : line,
      )
    return { command: { type: 'MarkNoReplyNeeded', data: { upToMessageId: last } }, actor: OWNER, note }
  }
  if (what === 'require') {
    const last = noted.findLast(({ waived }) => waived !== null)?.waived ?? 'none'
    const note = () => noted.map((line) => (line.waived === last ? { ...line, waived: null } : line))
    return { command: { type: 'RequireReply', data: { upToMessageId: last } }, actor: OWNER, note }
  }
  if (what === 'request') {
    const line = { id: `r${index}`, answers: null, by: '', at: now, gone: false, waived: null }
    const data = {
      listingId: 'listing',
      guest: { guestRef: 'g1', displayName: 'Daniel W.' },
      requestId: line.id,
      bookingId: null,
    }
    const note = () => [...noted, { ...line, request: 'open' as const }]
    return { command: { type: 'RecordGuestRequest', data }, actor: SCHEDULER, note }
  }
  if (what === 'accept' || what === 'decline' || what === 'expire') {
    const id = noted.findLast(({ request }) => request === 'open')?.id ?? 'none'
    const data = {
      requestId: id,
      bookingId: null,
      outcome: OUTCOMES[what],
      by: what === 'expire' ? null : OWNER.id,
    }
    const note = () => endRequest(noted, id, what, now)
    return { command: { type: 'RecordGuestRequestOutcome', data }, actor: SCHEDULER, note }
  }
  const actor = PEOPLE[what] ?? OWNER
  const line = {
    id: `s${index}`,
    answers: what !== 'staff',
    by: actor.id,
    at: now,
    gone: false,
    waived: null,
  }
  return {
    command: { type: 'SendMessage', data: { body: 'Yes.', attachments: [] } },
    actor,
    note: () => [...noted, line],
  }
}

test('the clock of 300 random exchanges is the one that a naive reading finds', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(steps, (exchange) => {
      let state: ThreadState = thread.initial
      let noted: readonly Noted[] = []
      let now = NOW
      for (const [index, { what, minutes }] of exchange.entries()) {
        now = addMinutes(now, minutes)
        const before = readNaively(noted)
        const { command, actor, note } = play(what, index, now, noted)
        const ctx = createContext({ id: THREAD, actor, now, facts, idFor: () => `s${index}` })
        const decision = decide(command, state, ctx)
        if (!decision.ok) continue
        noted = note()
        for (const event of decision.events as readonly Message[]) {
          state = evolveBy<ThreadState>(thread, state, event, now)
          seen.add(event.type)
          if (event.type !== 'ResponseClockStopped') continue
          const elapsedS = (Date.parse(now) - Date.parse(before?.at ?? '')) / 1_000
          expect(event.data).toMatchObject({ startedAt: before?.at, elapsedS, onTime: elapsedS <= 86_400 })
        }
        const open = readNaively(noted)
        const running = state.status !== 'none' && state.clock?.running === true ? state.clock : undefined
        expect([running?.messageId, running?.startedAt]).toEqual([open?.id, open?.at])
      }
    }),
    { numRuns: 300 },
  )
  expect([...seen]).toEqual(
    expect.arrayContaining([
      'ResponseClockStarted',
      'ResponseClockStopped',
      'MessageRetracted',
      'NoReplyNeeded',
      'ReplyNeeded',
      'ThreadUnarchived',
      'GuestRequestEnded',
    ]),
  )
})
