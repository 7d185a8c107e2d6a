import { domain } from '@hearth/contracts'
import {
  defaultSeverity,
  INCIDENT_CATEGORIES,
  SEVERITIES,
  type Evidence,
  type IncidentCommand,
  type IncidentEvent,
} from '@hearth/contracts/incident'
import { addHours, addMilliseconds, addMinutes } from '@hearth/contracts/kernel/dates'
import type { OfType } from '@hearth/contracts/kernel/message'
import { FIRST_POLICIES } from '@hearth/contracts/policy'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ADMIN,
  createContext,
  given,
  NOW,
  OWNER,
  SCHEDULER,
  stateAfter,
  type Situation,
} from '../testing/given.ts'
import { incident } from './incident.decider.ts'
import type { IncidentFacts } from './incident.facts.ts'

const LISTING = '5b1f7a34-2f0c-5c1e-9d0a-6c7d1f0e4a11'
const BOOKING = '45876d92-0ba5-5eca-8b94-403f8877b05a'
const ID = '6c1f9a52-1d0e-5c3b-8e4a-2b7d1c0e5f33'
const FILE = '7d2e8b63-2e1f-5d4c-9f5b-3c8e2d1f6044'
const { body: terms } = FIRST_POLICIES.incident
const file = (fileId = FILE): Evidence => ({
  fileId,
  name: 'ceiling.jpg',
  type: 'image/jpeg',
  size: 240_000,
  width: 2_048,
  height: 1_365,
  sha256: 'a'.repeat(64),
})
const facts: IncidentFacts = {
  listing: { hostAccountId: 'tenant' },
  today: '2026-06-12',
  terms,
  policy: 'incident@1',
  isStayKnown: true,
  isClaimKnown: true,
  files: [],
  stays: [],
}
const byOwner = { id: ID, facts }
const byStaff = { ...byOwner, actor: ADMIN }
const byClock = { ...byOwner, actor: SCHEDULER }

const { commands } = domain.incident
type Type = IncidentCommand['type']
const DATA: { readonly [T in Type]: OfType<IncidentCommand, T>['data'] } = {
  ReportIncident: commands.ReportIncident.schema.parse({
    listingId: LISTING,
    category: 'pest',
    occurredAt: addHours(NOW, -1),
    description: 'There are ants in the kitchen cupboard.',
    peopleHurt: false,
  }),
  AddIncidentEvidence: { fileIds: [FILE] },
  AmendIncident: { text: 'There are some in the bath as well.' },
  AcknowledgeIncident: {},
  LogIncidentAction: { text: 'A pest controller comes at noon.' },
  EscalateIncident: { severity: 1, why: 'They are wasps.' },
  PlaceSafetyHold: { start: '2026-06-12', end: '2026-06-14' },
  LinkReimbursement: { reimbursementId: FILE },
  ResolveIncident: { summary: 'They are gone.' },
  CloseIncident: {},
  ReopenIncident: { why: 'They are back in the kitchen.' },
  RecordMissedAcknowledgement: { acknowledgeBy: addHours(NOW, 24) },
  CloseResolvedIncident: { closesAt: addHours(NOW, 30 * 24) },
}
const send = (type: Type, change: object = {}) =>
  ({ type, data: { ...DATA[type], ...change } }) as IncidentCommand

type Happened = IncidentEvent & Readonly<{ at: string }>
/** The events of a sequence of commands by staff; each must be accepted. */
const after = (...sent: readonly IncidentCommand[]): readonly Happened[] =>
  sent.reduce<readonly Happened[]>((history, { type, data }, index) => {
    const situation = { ...byStaff, commandId: `6c1f9a52-1d0e-5c3b-8e4a-00000000000${index}` }
    const decision = incident.decide[type](
      data as never,
      stateAfter(incident, history),
      createContext<IncidentFacts>(situation),
    )
    if (!decision.ok) throw new Error(`${type}: ${decision.detail}`)
    return [...history, ...decision.events.map((event) => ({ ...event, at: NOW }))]
  }, [])

const reported = after(send('ReportIncident'))
const urgent = after(send('ReportIncident', { category: 'fire_gas_water' }))
const resolved = after(send('ReportIncident'), send('ResolveIncident'))

describe('a report', () => {
  test('has a code, the severity of its category, and an instant by which it is acknowledged', () =>
    given(incident)
      .when(send('ReportIncident'), byOwner)
      .thenEvents({
        type: 'IncidentReported',
        data: {
          code: expect.stringMatching(/^IN-[0-9A-Z]{8}$/),
          severity: 3,
          reportedBy: OWNER.id,
          acknowledgeBy: addHours(NOW, 24),
        },
      }))

  test.for([
    ['injury', 1, 15],
    ['fire_gas_water', 1, 15],
    ['theft', 2, 60],
    ['noise_party', 2, 60],
    ['access_failure', 2, 60],
    ['property_damage', 3, 1_440],
    ['utility_outage', 3, 1_440],
    ['pest', 3, 1_440],
    ['smoking_pets', 4, 4_320],
    ['other', 4, 4_320],
  ] as const)('of %s has severity %i and %i minutes', ([category, severity, minutes]) => {
    const command = send('ReportIncident', { category })
    const decision = incident.decide.ReportIncident(
      command.data as never,
      { status: 'none' },
      createContext<IncidentFacts>(byOwner),
    )
    expect(decision.ok && decision.events[0]).toMatchObject({
      data: { severity, acknowledgeBy: addMinutes(NOW, minutes) },
    })
  })

  test('is of severity 1 where people were hurt', () => {
    for (const category of INCIDENT_CATEGORIES) expect(defaultSeverity(category, true)).toBe(1)
  })

  test('can be raised by a host and lowered by staff only, whatever the category', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...INCIDENT_CATEGORIES),
        fc.constantFrom(...SEVERITIES),
        fc.boolean(),
        fc.constantFrom(byOwner, byStaff),
        (category, severity, peopleHurt, by) => {
          const decision = incident.decide.ReportIncident(
            { ...DATA.ReportIncident, category, severity, peopleHurt },
            { status: 'none' },
            createContext<IncidentFacts>(by),
          )
          const isLowered = severity > defaultSeverity(category, peopleHurt)
          expect(decision.ok).toBe(by === byStaff || !isLowered)
        },
      ),
    ))

  test.for([
    [addMilliseconds(NOW, 1), byOwner, 'VALIDATION_FAILED'],
    [addMilliseconds(NOW, 1), byStaff, 'VALIDATION_FAILED'],
    [addHours(NOW, -60 * 24), byOwner, 'WINDOW_CLOSED'],
  ] as const)('of %s is refused', ([occurredAt, by, code]) =>
    given(incident).when(send('ReportIncident', { occurredAt }), by).thenRefused(code),
  )

  test.for([
    [NOW, byOwner],
    [addMilliseconds(addHours(NOW, -60 * 24), 1), byOwner],
    [addHours(NOW, -400 * 24), byStaff],
  ] as const)('of %s is taken', ([occurredAt, by]) => {
    given(incident).when(send('ReportIncident', { occurredAt }), by).thenEvents({ type: 'IncidentReported' })
  })

  test('names its evidence, which was uploaded for the listing', () => {
    const command = send('ReportIncident', { fileIds: [FILE] })
    given(incident)
      .when(command, { ...byOwner, facts: { ...facts, files: [file()] } })
      .thenEvents({ type: 'IncidentReported' }, { type: 'IncidentEvidenceAdded', data: { files: [file()] } })
    given(incident)
      .when(command, { ...byOwner, facts: { ...facts, files: [undefined] } })
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/fileIds/0' }] })
  })

  test('of another listing’s booking is refused', () =>
    given(incident)
      .when(send('ReportIncident', { bookingId: BOOKING }), {
        ...byOwner,
        facts: { ...facts, isStayKnown: false },
      })
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/bookingId' }] }))
})

test('an incident names a claim of its listing, once', () => {
  const link = send('LinkReimbursement')
  const linked = { type: 'ReimbursementLinked', data: { reimbursementId: FILE } } as const
  given(incident, ...reported)
    .when(link, byClock)
    .thenEvents(linked)
  given(incident, ...after(send('ReportIncident'), link))
    .when(link, byClock)
    .thenNothing()
  given(incident, ...reported)
    .when(link, { ...byOwner, facts: { ...facts, isClaimKnown: false } })
    .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/reimbursementId' }] })
})

describe('an urgent incident', () => {
  const stay = { claimId: BOOKING, start: '2026-06-14', end: '2026-06-20' }
  const later = { claimId: FILE, start: '2026-06-15', end: '2026-06-16' }

  test('holds three nights from today, and names the stays that are booked for them', () =>
    given(incident)
      .when(send('ReportIncident', { category: 'fire_gas_water' }), {
        ...byOwner,
        facts: { ...facts, stays: [stay, later] },
      })
      .thenEvents(
        { type: 'IncidentReported' },
        {
          type: 'SafetyHoldPlaced',
          data: { start: '2026-06-12', end: '2026-06-15', bookingIds: [BOOKING] },
        },
      ))

  test('holds nights once it is raised, but not twice', () => {
    given(incident, ...reported)
      .when(send('EscalateIncident', { severity: 2 }), byOwner)
      .thenEvents({ type: 'IncidentEscalated' }, { type: 'SafetyHoldPlaced' })
    given(incident, ...urgent)
      .when(send('EscalateIncident', { severity: 2 }), byStaff)
      .thenEvents({ type: 'IncidentEscalated' })
  })

  test('can hold other nights from today on; nights that it holds are held once', () => {
    given(incident, ...urgent)
      .when(send('PlaceSafetyHold', { start: '2026-06-15', end: '2026-06-20' }), byOwner)
      .thenEvents({ type: 'SafetyHoldPlaced' })
    given(incident, ...urgent)
      .when(send('PlaceSafetyHold'), byOwner)
      .thenNothing()
    given(incident, ...urgent)
      .when(send('PlaceSafetyHold', { start: '2026-06-11', end: '2026-06-16' }), byOwner)
      .thenRefused('VALIDATION_FAILED')
    given(incident, ...reported)
      .when(send('PlaceSafetyHold'), byOwner)
      .thenRefused('POLICY_VIOLATION', { rule: 'severity' })
  })

  test('is resolved by staff only', () => {
    given(incident, ...urgent)
      .when(send('ResolveIncident'), byOwner)
      .thenRefused('FORBIDDEN')
    given(incident, ...urgent)
      .when(send('ResolveIncident'), byStaff)
      .thenEvents({ type: 'IncidentResolved' })
    given(incident, ...reported)
      .when(send('ResolveIncident'), byOwner)
      .thenEvents({ type: 'IncidentResolved', data: { reopenUntil: addHours(NOW, 30 * 24) } })
  })
})

describe('the time to acknowledge', () => {
  test('is kept until the instant itself', () => {
    for (const [ms, inTime] of [
      [-1, true],
      [0, false],
    ] as const)
      given(incident, ...reported)
        .when(send('AcknowledgeIncident'), { ...byStaff, now: addMilliseconds(addHours(NOW, 24), ms) })
        .thenEvents({ type: 'IncidentAcknowledged', data: { inTime } })
  })

  test('never grows by raising the severity, and counts from the report when it is lowered', () => {
    const now = addHours(NOW, 23)
    given(incident, ...reported)
      .when(send('EscalateIncident', { severity: 2 }), { ...byOwner, now })
      .thenEvents(
        { type: 'IncidentEscalated', data: { acknowledgeBy: addHours(NOW, 24) } },
        { type: 'SafetyHoldPlaced' },
      )
    given(incident, ...reported)
      .when(send('EscalateIncident', { severity: 1 }), { ...byOwner, now })
      .thenEvents(
        { type: 'IncidentEscalated', data: { acknowledgeBy: addMinutes(now, 15) } },
        { type: 'SafetyHoldPlaced' },
      )
    given(incident, ...reported)
      .when(send('EscalateIncident', { severity: 4 }), { ...byStaff, now })
      .thenEvents({ type: 'IncidentEscalated', data: { acknowledgeBy: addHours(NOW, 72) } })
    given(incident, ...reported)
      .when(send('EscalateIncident', { severity: 4 }), byOwner)
      .thenRefused('POLICY_VIOLATION')
    given(incident, ...reported)
      .when(send('EscalateIncident', { severity: 3 }), byOwner)
      .thenNothing()
  })

  test('is missed once, by the clock, unless it was acknowledged', () => {
    const due = addHours(NOW, 24)
    const missed = send('RecordMissedAcknowledgement')
    given(incident, ...reported)
      .when(missed, byClock)
      .thenRefused('PRECONDITION_FAILED')
    given(incident, ...reported)
      .when(missed, { ...byClock, now: due })
      .thenEvents({ type: 'AcknowledgementMissed' })
    for (const next of [send('AcknowledgeIncident'), send('ResolveIncident')])
      given(incident, ...after(send('ReportIncident'), next))
        .when(missed, { ...byClock, now: due })
        .thenNothing()
    given(incident, ...reported)
      .when(send('RecordMissedAcknowledgement', { acknowledgeBy: addHours(NOW, 1) }), {
        ...byClock,
        now: due,
      })
      .thenNothing()
  })
})

describe('an incident', () => {
  test('moves on with the first action after it was acknowledged', () => {
    const stateOf = (history: readonly Happened[]) => stateAfter(incident, history).status
    expect(stateOf(after(send('ReportIncident'), send('LogIncidentAction')))).toBe('reported')
    expect(
      stateOf(after(send('ReportIncident'), send('AcknowledgeIncident'), send('LogIncidentAction'))),
    ).toBe('in_progress')
  })

  test('is only added to: amendments are taken in every state', () => {
    for (const history of [
      reported,
      urgent,
      resolved,
      after(send('ReportIncident'), send('ResolveIncident'), send('CloseIncident')),
    ])
      given(incident, ...history)
        .when(send('AmendIncident'), byOwner)
        .thenEvents({ type: 'IncidentAmended' })
    expect(Object.keys(commands).filter((type) => /Edit|Change|Delete|Remove|Withdraw/.test(type))).toEqual(
      [],
    )
  })

  test('has ten files at most; one that it has is not added again', () => {
    const ids = Array.from({ length: 10 }, (_, index) => `7d2e8b63-2e1f-5d4c-9f5b-3c8e2d1f60${10 + index}`)
    const add = (fileIds: readonly string[]): Situation<IncidentFacts> => ({
      ...byOwner,
      facts: { ...facts, files: fileIds.map(file) },
    })
    const full = [
      ...reported,
      {
        type: 'IncidentEvidenceAdded',
        data: { incidentId: ID, listingId: LISTING, by: OWNER.id, files: ids.map(file) },
        at: NOW,
      } as const,
    ]
    given(incident, ...full)
      .when(send('AddIncidentEvidence', { fileIds: ids.slice(0, 1) }), add(ids.slice(0, 1)))
      .thenNothing()
    given(incident, ...full)
      .when(send('AddIncidentEvidence'), add([FILE]))
      .thenRefused('LIMIT_EXCEEDED')
    given(incident, ...reported)
      .when(send('AddIncidentEvidence', { fileIds: ids }), add(ids))
      .thenEvents({ type: 'IncidentEvidenceAdded', data: { files: ids.map(file) } })
  })

  test('is reopened within 30 days, and acknowledged again', () => {
    const until = addHours(NOW, 30 * 24)
    for (const history of [
      resolved,
      after(send('ReportIncident'), send('ResolveIncident'), send('CloseIncident')),
    ]) {
      const now = addMilliseconds(until, -1)
      given(incident, ...history)
        .when(send('ReopenIncident'), { ...byOwner, now })
        .thenEvents({ type: 'IncidentReopened', data: { severity: 3, acknowledgeBy: addHours(now, 24) } })
      given(incident, ...history)
        .when(send('ReopenIncident'), { ...byOwner, now: until })
        .thenRefused('WINDOW_CLOSED', { closedAt: until })
    }
    given(incident, ...resolved)
      .when(send('CloseResolvedIncident'), { ...byClock, now: until })
      .thenEvents({ type: 'IncidentClosed', data: { auto: true } })
    given(incident, ...resolved)
      .when(send('CloseResolvedIncident'), byClock)
      .thenRefused('PRECONDITION_FAILED')
  })

  test('refuses what its state does not allow', () => {
    for (const type of [
      'AcknowledgeIncident',
      'LogIncidentAction',
      'EscalateIncident',
      'ResolveIncident',
    ] as const)
      given(incident, ...resolved)
        .when(send(type), byStaff)
        .thenRefused('INVALID_TRANSITION', { incidentStatus: 'resolved' })
    given(incident).when(send('AmendIncident'), byOwner).thenRefused('NOT_FOUND')
  })
})
