import { completeFacts } from '@hearth/contracts/testing'
import {
  CONTACT_CODES_PER_DAY,
  NO_STEP_BEGUN,
  ONBOARDING_STEPS,
  STEPS,
  type OnboardingEvent,
  type OnboardingStep,
} from '@hearth/contracts/onboarding'
import { addMinutes } from '@hearth/contracts/kernel/dates'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { expect, test } from 'vitest'
import { ADMIN, given, NOW, SCHEDULER, stateAfter } from '../testing/given.ts'
import { onboarding } from './onboarding.decider.ts'
import type { OnboardingFacts } from './onboarding.facts.ts'

const ID = deriveId('test', 'aggregate')
const of = { listingId: ID, hostAccountId: 'tenant' }
const whole: OnboardingFacts = {
  ...completeFacts,
  drafted: true,
  snapshotHash: 'ab12',
  uncurated: [],
  lapsed: [],
  code: '123456',
}
const bare: OnboardingFacts = {
  ...whole,
  sections: {},
  verifiedPhones: {},
  payout: 'none',
  agreement: 'none',
  photoshoot: 'none',
}
const host = { facts: whole }
const staff = { facts: whole, actor: ADMIN }
const system = { facts: whole, actor: SCHEDULER }

const opened: OnboardingEvent = { type: 'OnboardingOpened', data: of }
const done = (step: OnboardingStep): OnboardingEvent => ({ type: 'StepCompleted', data: { ...of, step } })
const allDone = [opened, ...ONBOARDING_STEPS.filter((step) => step !== 'review').map(done)]
const submitted = [
  ...allDone,
  { type: 'OnboardingSubmitted', data: { ...of, snapshotHash: 'ab12' } },
] as OnboardingEvent[]
const item = { step: 'info', field: '/info/maxGuests', comment: 'Six guests do not fit in.' } as const
const requested = [
  ...submitted,
  { type: 'ChangesRequested', data: { ...of, items: [item], by: 'admin' } },
] as OnboardingEvent[]
const approved = [
  ...submitted,
  { type: 'OnboardingApproved', data: { ...of, by: 'admin' } },
] as OnboardingEvent[]
const live = [...approved, { type: 'OnboardingWentLive', data: of }] as OnboardingEvent[]
const problem = { code: 'title', pointer: '/title', detail: 'The listing has no title. Add one.' }

test('a drafted listing gets one case', () => {
  given(onboarding)
    .when({ type: 'OpenOnboarding', data: { hostAccountId: 'tenant' } }, system)
    .thenEvents({ type: 'OnboardingOpened' })
  given(onboarding, opened)
    .when({ type: 'OpenOnboarding', data: { hostAccountId: 'tenant' } }, system)
    .thenRefused('DUPLICATE')
  given(onboarding)
    .when(
      { type: 'OpenOnboarding', data: { hostAccountId: 'tenant' } },
      { facts: { ...whole, drafted: false } },
    )
    .thenRefused('PRECONDITION_FAILED')
})

test('a step is complete when its rule holds; otherwise each field is named with its page', () => {
  given(onboarding, opened)
    .when({ type: 'CompleteStep', data: { step: 'parking' } }, host)
    .thenEvents({ type: 'StepCompleted', data: { step: 'parking' } })
  given(onboarding, opened, done('parking'))
    .when({ type: 'CompleteStep', data: { step: 'parking' } }, host)
    .thenNothing()
  given(onboarding, opened)
    .when({ type: 'CompleteStep', data: { step: 'parking' } }, { facts: bare })
    .thenRefused('PRECONDITION_FAILED', {
      unmet: [{ step: 'parking', code: 'missing', fixRoute: `/onboarding/${ID}/pre-arrival/parking` }],
      errors: [{ pointer: '/parking/type' }],
    })
  given(onboarding)
    .when({ type: 'CompleteStep', data: { step: 'parking' } }, host)
    .thenRefused('NOT_FOUND')
})
test('the agreement requires the basics, and only staff complete the review', () => {
  given(onboarding, opened)
    .when({ type: 'CompleteStep', data: { step: 'agreement' } }, host)
    .thenRefused('PRECONDITION_FAILED', {
      unmet: [
        { step: 'type' },
        { step: 'info' },
        { step: 'sleep' },
        { step: 'community' },
        { step: 'accessibility' },
      ],
    })
  given(onboarding, opened)
    .when({ type: 'CompleteStep', data: { step: 'review' } }, host)
    .thenRefused('INVALID_TRANSITION')
})
test('a step can be reopened', () => {
  given(onboarding, opened, done('parking'))
    .when({ type: 'ReopenStep', data: { step: 'parking', why: null } }, host)
    .thenEvents({ type: 'StepReopened' })
  given(onboarding, opened)
    .when({ type: 'ReopenStep', data: { step: 'parking', why: null } }, host)
    .thenNothing()
  given(onboarding, opened, done('agreement'))
    .when({ type: 'ReopenStep', data: { step: 'agreement', why: null } }, host)
    .thenRefused('INVALID_TRANSITION')
})
test('only a photo shoot can be not applicable', () => {
  given(onboarding, opened)
    .when(
      {
        type: 'MarkStepNotApplicable',
        data: { step: 'photoshoot', reason: 'The host has professional photos.' },
      },
      staff,
    )
    .thenEvents({ type: 'StepMarkedNotApplicable' })
  given(onboarding, opened)
    .when({ type: 'MarkStepNotApplicable', data: { step: 'safety', reason: 'No need.' } }, staff)
    .thenRefused('POLICY_VIOLATION')
})

test('a complete step is reopened when its data becomes invalid, and completed when fixed', () => {
  const wrong = { ...whole, sections: { ...whole.sections, parking: {} } }
  given(onboarding, opened, done('parking'))
    .when(
      { type: 'RecheckOnboarding', data: {} },
      { facts: { ...wrong, payout: 'none', agreement: 'none', photoshoot: 'none' } },
    )
    .thenEvents({
      type: 'StepInvalidated',
      data: {
        step: 'parking',
        problems: [{ code: 'missing', pointer: '/parking/type', detail: 'Choose where guests park.' }],
      },
    })
  const fallen = stateAfter(onboarding, [
    opened,
    done('parking'),
    { type: 'StepInvalidated', data: { ...of, step: 'parking', problems: [] } },
  ])
  expect(fallen?.steps.parking).toBe('needs_changes')
  given(onboarding, ...allDone, { type: 'StepInvalidated', data: { ...of, step: 'parking', problems: [] } })
    .when({ type: 'RecheckOnboarding', data: {} }, system)
    .thenEvents({ type: 'StepCompleted', data: { step: 'parking' } })
  given(onboarding, ...allDone)
    .when({ type: 'RecheckOnboarding', data: {} }, system)
    .thenNothing()
})
test('signature, appointment and bank account complete their steps; an awaiting step names whom', () => {
  given(onboarding, opened)
    .when({ type: 'RecheckOnboarding', data: {} }, system)
    .thenEvents(
      { type: 'StepCompleted', data: { step: 'payoutSettings' } },
      { type: 'StepCompleted', data: { step: 'agreement' } },
      { type: 'StepCompleted', data: { step: 'photoshoot' } },
    )
  given(onboarding, opened)
    .when(
      { type: 'RecheckOnboarding', data: {} },
      { facts: { ...bare, payout: 'pending', agreement: 'signed' } },
    )
    .thenEvents(
      { type: 'StepAwaited', data: { step: 'payoutSettings', for: 'bank' } },
      { type: 'StepAwaited', data: { step: 'agreement', for: 'staff' } },
    )
  given(onboarding, opened, done('photoshoot'))
    .when({ type: 'RecheckOnboarding', data: {} }, { facts: bare })
    .thenEvents({ type: 'StepInvalidated', data: { step: 'photoshoot' } })
})
test('a change that staff requested is done when the host says so, not automatically', () => {
  given(onboarding, ...requested)
    .when({ type: 'RecheckOnboarding', data: {} }, system)
    .thenNothing()
  given(onboarding, ...requested)
    .when({ type: 'CompleteStep', data: { step: 'info' } }, host)
    .thenEvents({ type: 'StepCompleted' })
  expect(stateAfter(onboarding, requested)?.requests.info).toEqual([item])
  expect(stateAfter(onboarding, [...requested, done('info')])?.requests.info).toBeUndefined()
})

test('a requested change of a bank account awaits the host, not the bank', () => {
  const atBank = { ...item, step: 'payoutSettings', field: null } as const
  const requestedThere = [
    ...submitted,
    { type: 'ChangesRequested', data: { ...of, items: [atBank], by: 'admin' } },
  ] as OnboardingEvent[]
  const pending = { ...whole, payout: 'pending' } as const
  const complete = { type: 'CompleteStep', data: { step: 'payoutSettings' } } as const
  given(onboarding, ...requestedThere)
    .when({ type: 'RecheckOnboarding', data: {} }, { ...system, facts: pending })
    .thenNothing()
  given(onboarding, ...requestedThere)
    .when({ type: 'SubmitForReview', data: {} }, { facts: pending })
    .thenRefused('PRECONDITION_FAILED', { unmet: [{ step: 'payoutSettings', code: 'not_answered' }] })
  given(onboarding, ...requestedThere)
    .when(complete, { facts: { ...whole, payout: 'none' } })
    .thenRefused('PRECONDITION_FAILED', { unmet: [{ code: 'method_missing' }] })
  given(onboarding, ...requestedThere)
    .when(complete, { facts: pending })
    .thenEvents({ type: 'StepCompleted' }, { type: 'StepAwaited', data: { for: 'bank' } })
  const answered = [
    ...requestedThere,
    done('payoutSettings'),
    { type: 'StepAwaited', data: { ...of, step: 'payoutSettings', for: 'bank' } },
  ] as OnboardingEvent[]
  given(onboarding, ...answered)
    .when({ type: 'SubmitForReview', data: {} }, { facts: pending })
    .thenEvents({ type: 'OnboardingSubmitted' })
  given(onboarding, ...requestedThere)
    .when(complete, host)
    .thenEvents({ type: 'StepCompleted' })
})

test('a complete case can be submitted while steps await the bank or staff', () => {
  given(onboarding, ...allDone)
    .when({ type: 'SubmitForReview', data: {} }, host)
    .thenEvents({ type: 'OnboardingSubmitted', data: { snapshotHash: 'ab12' } })
  given(onboarding, opened, done('start'))
    .when({ type: 'SubmitForReview', data: {} }, host)
    .thenRefused('PRECONDITION_FAILED')
  const waiting: OnboardingEvent[] = [
    { type: 'StepAwaited', data: { ...of, step: 'payoutSettings', for: 'bank' } },
    { type: 'StepAwaited', data: { ...of, step: 'agreement', for: 'staff' } },
  ]
  given(onboarding, ...allDone, ...waiting)
    .when(
      { type: 'SubmitForReview', data: {} },
      { facts: { ...whole, payout: 'pending', agreement: 'signed' } },
    )
    .thenEvents({ type: 'OnboardingSubmitted' })
  given(onboarding, ...allDone)
    .when({ type: 'SubmitForReview', data: {} }, { facts: { ...whole, photoshoot: 'none' } })
    .thenRefused('PRECONDITION_FAILED', { unmet: [{ step: 'photoshoot', code: 'not_booked' }] })
  given(onboarding, ...submitted)
    .when({ type: 'SubmitForReview', data: {} }, host)
    .thenRefused('INVALID_TRANSITION')
})
test('a photo shoot that is not applicable is not missing', () =>
  given(onboarding, ...allDone, {
    type: 'StepMarkedNotApplicable',
    data: { ...of, step: 'photoshoot', reason: 'Has photos' },
  })
    .when({ type: 'SubmitForReview', data: {} }, { facts: { ...whole, photoshoot: 'none' } })
    .thenEvents({ type: 'OnboardingSubmitted' }))

test('staff start a review, request changes, approve or reject', () => {
  given(onboarding, ...submitted)
    .when({ type: 'StartReview', data: {} }, staff)
    .thenEvents({ type: 'OnboardingReviewStarted', data: { by: 'admin' } })
  given(onboarding, ...submitted)
    .when({ type: 'RequestChanges', data: { items: [item] } }, staff)
    .thenEvents({ type: 'ChangesRequested', data: { items: [item] } })
  given(onboarding, ...submitted)
    .when({ type: 'RequestChanges', data: { items: [{ ...item, step: 'review' }] } }, staff)
    .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/items/0/step' }] })
  given(onboarding, ...submitted)
    .when({ type: 'ApproveOnboarding', data: {} }, staff)
    .thenEvents({ type: 'OnboardingApproved', data: { by: 'admin' } })
  given(onboarding, ...submitted)
    .when({ type: 'RejectOnboarding', data: { reason: 'The association forbids it.' } }, staff)
    .thenEvents({ type: 'OnboardingRejected' })
  given(onboarding, ...allDone)
    .when({ type: 'ApproveOnboarding', data: {} }, staff)
    .thenRefused('INVALID_TRANSITION')
  given(onboarding, ...approved)
    .when({ type: 'ApproveOnboarding', data: {} }, staff)
    .thenRefused('ALREADY_DECIDED')
  given(onboarding, ...approved)
    .when({ type: 'RequestChanges', data: { items: [item] } }, staff)
    .thenRefused('INVALID_TRANSITION')
})
test('a listing that is incomplete, or lacks copy or price, is not approved', () => {
  given(onboarding, ...submitted)
    .when(
      { type: 'ApproveOnboarding', data: {} },
      {
        ...staff,
        facts: {
          ...whole,
          uncurated: [{ code: 'title_missing', pointer: '/description/title', detail: 'Write the title.' }],
        },
      },
    )
    .thenRefused('PRECONDITION_FAILED', { unmet: [{ step: 'review', code: 'title_missing' }] })
  given(onboarding, ...submitted)
    .when(
      { type: 'ApproveOnboarding', data: {} },
      { ...staff, facts: { ...whole, sections: { ...whole.sections, parking: {} } } },
    )
    .thenRefused('PRECONDITION_FAILED', { unmet: [{ step: 'parking' }] })
})

test('an approved listing goes live once; a case is put on hold and resumed where it was', () => {
  given(onboarding, ...approved)
    .when({ type: 'MarkLive', data: {} }, system)
    .thenEvents({ type: 'OnboardingWentLive' })
  given(onboarding, ...live)
    .when({ type: 'MarkLive', data: {} }, system)
    .thenNothing()
  given(onboarding, ...submitted)
    .when({ type: 'MarkLive', data: {} }, system)
    .thenRefused('INVALID_TRANSITION')
  given(onboarding, ...submitted)
    .when({ type: 'AbandonOnboarding', data: {} }, host)
    .thenEvents({ type: 'OnboardingAbandoned' })
  given(onboarding, ...live)
    .when({ type: 'AbandonOnboarding', data: {} }, host)
    .thenRefused('INVALID_TRANSITION')
  const aside = [...submitted, { type: 'OnboardingAbandoned', data: of }] as OnboardingEvent[]
  given(onboarding, ...aside)
    .when({ type: 'CompleteStep', data: { step: 'parking' } }, host)
    .thenRefused('INVALID_TRANSITION')
  given(onboarding, ...aside)
    .when({ type: 'ResumeOnboarding', data: {} }, host)
    .thenEvents({ type: 'OnboardingResumed' })
  expect(stateAfter(onboarding, [...aside, { type: 'OnboardingResumed', data: of }])?.state).toBe('submitted')
})

test('a live listing has thirty days after a lapse; once it is fixed, nothing remains', () => {
  const lapsing = { facts: { ...whole, lapsed: [problem] }, actor: SCHEDULER }
  const lapsed: OnboardingEvent = {
    type: 'GoLiveConditionsLapsed',
    data: { ...of, problems: [problem], pauseAt: '2026-07-12T13:42:00.000Z' },
  }
  given(onboarding, ...live)
    .when({ type: 'RecheckOnboarding', data: {} }, lapsing)
    .thenEvents({
      type: 'GoLiveConditionsLapsed',
      data: { problems: [problem], pauseAt: '2026-07-12T13:42:00.000Z' },
    })
  given(onboarding, ...live, lapsed)
    .when({ type: 'RecheckOnboarding', data: {} }, lapsing)
    .thenNothing()
  given(onboarding, ...live, lapsed)
    .when({ type: 'RecheckOnboarding', data: {} }, system)
    .thenEvents({ type: 'GoLiveConditionsRestored' })
  given(onboarding, ...approved)
    .when({ type: 'RecheckOnboarding', data: {} }, lapsing)
    .thenNothing()
})

const phone = '+351910000001'
const sent = (at = NOW): OnboardingEvent & Readonly<{ at: string }> => ({
  type: 'ContactCodeSent',
  data: { ...of, contact: 'primary', codeId: 'c', phone, expiresAt: addMinutes(at, 10) },
  at,
})
const verify = (code: string) => ({ type: 'VerifyContact', data: { contact: 'primary', code } }) as const
const send = { type: 'SendContactCode', data: { contact: 'primary' } } as const

test('a number is verified with the code that was sent to it', () => {
  given(onboarding, opened)
    .when(send, host)
    .thenEvents({ type: 'ContactCodeSent', data: { phone, expiresAt: '2026-06-12T13:52:00.000Z' } })
  given(onboarding, opened, sent())
    .when(verify('123456'), host)
    .thenEvents({ type: 'ContactVerified', data: { phone } })
  given(onboarding, opened, sent())
    .when(verify('123457'), host)
    .thenEvents({ type: 'ContactCodeRefused', data: { attempt: 1 } })
  given(onboarding, opened).when(verify('123456'), host).thenRefused('PRECONDITION_FAILED')
  given(onboarding, opened, { type: 'ContactVerified', data: { ...of, contact: 'primary', phone } })
    .when(send, host)
    .thenNothing()
})
test('a code is valid for ten minutes, five attempts, and its own number', () => {
  given(onboarding, opened, sent())
    .when(verify('123456'), { ...host, now: '2026-06-12T13:51:59.999Z' })
    .thenEvents({ type: 'ContactVerified' })
  given(onboarding, opened, sent())
    .when(verify('123456'), { ...host, now: '2026-06-12T13:52:00.000Z' })
    .thenRefused('WINDOW_CLOSED')
  given(onboarding, opened, sent(), {
    type: 'ContactCodeRefused',
    data: { ...of, contact: 'primary', codeId: 'c', attempt: 5 },
  })
    .when(verify('123456'), host)
    .thenRefused('PRECONDITION_FAILED')
  const other = {
    ...whole,
    sections: {
      ...whole.sections,
      contact: { ...whole.sections.contact, primary: { name: 'Ada', phone: '+351910000009', hours: null } },
    },
  }
  given(onboarding, opened, sent())
    .when(verify('123456'), { facts: other })
    .thenRefused('PRECONDITION_FAILED')
})
test('at most ten codes are sent a day, and none without a number', () => {
  const ten = Array.from({ length: CONTACT_CODES_PER_DAY }, () => sent('2026-06-11T13:42:00.001Z'))
  given(onboarding, opened, ...ten)
    .when(send, host)
    .thenRefused('LIMIT_EXCEEDED')
  given(onboarding, opened, ...ten)
    .when(send, { ...host, now: '2026-06-12T13:42:00.001Z' })
    .thenEvents({ type: 'ContactCodeSent' })
  given(onboarding, opened)
    .when(send, { facts: bare })
    .thenRefused('PRECONDITION_FAILED', { errors: [{ pointer: '/contact/primary' }] })
})
test('a new number is not verified', () => {
  const events: OnboardingEvent[] = [
    ...allDone,
    { type: 'ContactVerified', data: { ...of, contact: 'primary', phone: '+351910000009' } },
  ]
  given(onboarding, ...events)
    .when(
      { type: 'RecheckOnboarding', data: {} },
      { facts: { ...whole, verifiedPhones: { primary: '+351910000009', backup: '+351910000002' } } },
    )
    .thenEvents(
      { type: 'ContactOutdated', data: { contact: 'primary' } },
      { type: 'StepInvalidated', data: { step: 'contact' } },
    )
})

test('every step has a state from the start', () =>
  expect(Object.keys(NO_STEP_BEGUN)).toEqual(Object.keys(STEPS)))
