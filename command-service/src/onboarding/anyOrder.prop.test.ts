import {
  missingBefore,
  ONBOARDING_STEPS,
  computeProgress,
  STEPS,
  type OnboardingCaseState,
  type OnboardingCommand,
  type OnboardingEvent,
  type OnboardingStep,
} from '@hearth/contracts/onboarding'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { completeFacts } from '@hearth/contracts/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evolveBy, type Context } from '../runtime/decider.ts'
import { NOW, OWNER } from '../testing/given.ts'
import { onboarding } from './onboarding.decider.ts'
import type { OnboardingFacts } from './onboarding.facts.ts'

const ID = deriveId('test', 'aggregate')
const whole: OnboardingFacts = {
  ...completeFacts,
  drafted: true,
  snapshotHash: '',
  uncurated: [],
  lapsed: [],
  code: null,
}
const SECTIONS = Object.keys(whole.sections) as (keyof OnboardingFacts['sections'])[]
const HOSTS = ONBOARDING_STEPS.filter((step) => STEPS[step].completedBy === 'host')

/** What a host, a bank, a signature or a code can do, in any order. */
type Act = Readonly<
  | { kind: 'answer'; section: keyof OnboardingFacts['sections'] }
  | { kind: 'take back'; section: keyof OnboardingFacts['sections'] }
  | { kind: 'complete'; step: OnboardingStep }
  | { kind: 'outside'; what: 'payout' | 'agreement' | 'photoshoot' | 'phones' }
>
const ACTS: readonly Act[] = [
  ...SECTIONS.map((section) => ({ kind: 'answer', section }) as const),
  ...HOSTS.map((step) => ({ kind: 'complete', step }) as const),
  ...(['payout', 'agreement', 'photoshoot', 'phones'] as const).map(
    (what) => ({ kind: 'outside', what }) as const,
  ),
]

const EMPTY: OnboardingFacts = {
  ...whole,
  sections: {},
  verifiedPhones: {},
  payout: 'none',
  agreement: 'none',
  photoshoot: 'none',
}

const change = (facts: OnboardingFacts, act: Act): OnboardingFacts => {
  if (act.kind === 'answer')
    return { ...facts, sections: { ...facts.sections, [act.section]: whole.sections[act.section] } }
  if (act.kind === 'take back') return { ...facts, sections: { ...facts.sections, [act.section]: undefined } }
  if (act.kind === 'complete') return facts
  const { payout, agreement, photoshoot, verifiedPhones } = whole
  return {
    ...facts,
    ...{
      payout: { payout },
      agreement: { agreement },
      photoshoot: { photoshoot },
      phones: { verifiedPhones },
    }[act.what],
  }
}

const send = (
  state: OnboardingCaseState,
  { type, data }: OnboardingCommand,
  facts: OnboardingFacts,
): Readonly<{ ok: boolean; state: OnboardingCaseState }> => {
  const ctx: Context<OnboardingFacts> = {
    now: NOW,
    recordedAt: NOW,
    actor: OWNER,
    tenantId: 'tenant',
    id: ID,
    targetId: ID,
    commandId: ID,
    idFor: (label) => deriveId(label),
    facts,
  }
  const decision = onboarding.decide[type](data as never, state, ctx)
  const events: readonly OnboardingEvent[] = decision.ok ? decision.events : []
  return {
    ok: decision.ok,
    state: events.reduce<OnboardingCaseState>(
      (before, event) => evolveBy(onboarding, before, event, NOW),
      state,
    ),
  }
}
const open = () => send(undefined, { type: 'OpenOnboarding', data: { hostAccountId: 'tenant' } }, EMPTY).state

/** Acts that the rules do not allow yet are tried again after each other act, as people do. */
const play = (
  acts: readonly Act[],
  begun: Readonly<{ state: OnboardingCaseState; facts: OnboardingFacts }> = { state: open(), facts: EMPTY },
) => {
  let { state, facts } = begun
  let waiting = [...acts]
  for (let moved = true; moved && waiting.length > 0;) {
    moved = false
    const later: Act[] = []
    for (const act of waiting) {
      const isEarly =
        act.kind === 'outside' &&
        act.what !== 'payout' &&
        act.what !== 'phones' &&
        missingBefore(act.what, state?.steps ?? open()!.steps).length > 0
      const done = isEarly
        ? undefined
        : act.kind === 'complete'
          ? send(state, { type: 'CompleteStep', data: { step: act.step } }, facts)
          : { ok: true, state }
      if (done === undefined || !done.ok) later.push(act)
      else {
        moved = true
        facts = change(facts, act)
        state = send(done.state, { type: 'RecheckOnboarding', data: {} }, facts).state
      }
    }
    waiting = later
  }
  expect(waiting).toEqual([])
  return { state, facts }
}
const everything = fc.shuffledSubarray([...ACTS], { minLength: ACTS.length })

test('every allowed order of steps leads to the same case, which can be submitted', () => {
  const { state: inOrder } = play(ACTS)
  expect(inOrder && computeProgress(inOrder.steps)).toBe(97)
  fc.assert(
    fc.property(everything, (acts) => {
      const { state, facts } = play(acts)
      expect({ ...state, openedAt: '' }).toEqual({ ...inOrder, openedAt: '' })
      expect(send(state, { type: 'SubmitForReview', data: {} }, facts).ok).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('answers that are removed and entered again, in any order, leave no trace', () => {
  const { state: inOrder } = play(ACTS)
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...SECTIONS), { maxLength: 8 }), everything, (sections, acts) => {
      const half = play(acts)
      const fallen = play(
        sections.map((section) => ({ kind: 'take back', section })),
        half,
      )
      const { state } = play(
        [...new Set(sections)].map((section) => ({ kind: 'answer', section })),
        fallen,
      )
      expect({ ...state, openedAt: '' }).toEqual({ ...inOrder, openedAt: '' })
    }),
    { numRuns: 40 },
  )
})
