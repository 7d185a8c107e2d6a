import { erased, ERASED } from '../kernel/erased.ts'
import { categoryOfStream, idOfStream, formatStream, type RecordedEvent } from '../kernel/message.ts'
import { defineProjection, occurredAtOf, stateFold } from '../kernel/projection.ts'
import type { ListingEvent } from '../listing/messages.ts'
import type { PhotoshootEvent } from '../photoshoot/messages.ts'
import { derivePhotoshootId } from '../photoshoot/photoshoot.ts'
import { zOnboardingRow, type OnboardingRow } from './resource.ts'
import {
  evolveOnboarding,
  openedCase,
  type OnboardingCase,
  type OnboardingCaseState,
} from './rules/evolve.ts'
import { findNextStep, waitingFor } from './rules/waiting.ts'
import { ONBOARDING_STEPS, computeProgress, type OnboardingStep, type StepState } from './steps.ts'

const after = stateFold<OnboardingCaseState>(evolveOnboarding)

const byStep = <T>(row: OnboardingRow, read: (step: OnboardingRow['steps'][number]) => T) =>
  Object.fromEntries(row.steps.map((line) => [line.step, read(line)])) as Record<OnboardingStep, T>
const given = <T>(map: Record<OnboardingStep, T | undefined>) => map as Partial<Record<OnboardingStep, T>>

/** What the row holds is the case but for numbers and codes. */
const readCase = (row: OnboardingRow): OnboardingCase => ({
  ...openedCase(row.hostAccountId, row.openedAt),
  state: row.state,
  resumesAs: row.resumesAs,
  steps: byStep(row, ({ state }) => state),
  awaits: given(byStep(row, ({ awaits }) => awaits ?? undefined)),
  problems: byStep(row, ({ problems }) => problems),
  requests: byStep(row, ({ requests }) => requests),
  notApplicable: given(byStep(row, ({ notApplicable }) => notApplicable ?? undefined)),
  reviewerId: row.reviewerId,
  rejectedBecause: row.rejectedBecause,
  lapsed: row.lapsed,
  pauseAt: row.pauseAt,
  submittedAt: row.submittedAt,
  approvedAt: row.approvedAt,
  liveAt: row.liveAt,
})

const changedAt = (row: Pick<OnboardingRow, 'steps'>, step: OnboardingStep, state: StepState, at: string) => {
  const before = row.steps.find((line) => line.step === step)
  return before?.state === state ? before.changedAt : before === undefined ? null : at
}

const shown = (
  known: OnboardingCase,
  row: Pick<OnboardingRow, 'id' | 'name' | 'names' | 'steps' | 'photoshoot' | 'contacts'>,
  updatedAt: string,
): OnboardingRow => ({
  ...row,
  hostAccountId: known.hostAccountId,
  state: known.state,
  resumesAs: known.resumesAs,
  progress: computeProgress(known.steps),
  ...waitingFor(known, row.photoshoot),
  steps: ONBOARDING_STEPS.map((step) => ({
    step,
    state: known.steps[step],
    changedAt: changedAt(row, step, known.steps[step], updatedAt),
    awaits: known.awaits[step] ?? null,
    problems: [...(known.problems[step] ?? [])],
    requests: [...(known.requests[step] ?? [])],
    notApplicable: known.notApplicable[step] ?? null,
  })),
  nextStep: findNextStep(known),
  reviewerId: known.reviewerId,
  rejectedBecause: known.rejectedBecause,
  lapsed: [...known.lapsed],
  pauseAt: known.pauseAt,
  openedAt: known.openedAt,
  submittedAt: known.submittedAt,
  approvedAt: known.approvedAt,
  liveAt: known.liveAt,
  updatedAt,
})

type Contacts = OnboardingRow['contacts']
type ContactEvent = Readonly<{ contact: keyof Contacts; expiresAt?: string; attempt?: number }>
const UNPROVED = { verified: false, codeExpiresAt: null, wrongTries: 0 }

const contactsAfter = (contacts: Contacts, { type, data }: RecordedEvent): Contacts => {
  const { contact, expiresAt = null, attempt = 0 } = data as ContactEvent
  const after = {
    ContactCodeSent: { ...contacts[contact], codeExpiresAt: expiresAt, wrongTries: 0 },
    ContactCodeRefused: { ...contacts[contact], wrongTries: attempt },
    ContactVerified: { ...UNPROVED, verified: true },
    ContactOutdated: { ...contacts[contact], verified: false },
  }[type]
  return after === undefined ? contacts : { ...contacts, [contact]: after }
}

const chooseName = ({ internalName, title, place }: OnboardingRow['names']) => internalName ?? title ?? place
const readText = (fields: Readonly<Record<string, unknown>>, field: string, before: string | null) =>
  field in fields ? (typeof fields[field] === 'string' ? fields[field] : null) : before

const namesAfter = (names: OnboardingRow['names'], { type, data }: ListingEvent): OnboardingRow['names'] => {
  if (type === 'ListingRelocated') return { ...names, place: data.after.place }
  if (type !== 'ListingSectionChanged' && type !== 'ListingSectionReverted') return names
  if (data.section === 'info')
    return { ...names, internalName: readText(data.after, 'internalName', names.internalName) }
  if (data.section === 'description') return { ...names, title: readText(data.after, 'title', names.title) }
  return names
}

const drafted = (event: RecordedEvent): OnboardingRow => {
  const {
    listingId: id,
    hostAccountId,
    place,
    sections,
  } = (event as Extract<ListingEvent, { type: 'ListingDrafted' }> & RecordedEvent).data
  const names = {
    internalName: readText(sections.info ?? {}, 'internalName', null),
    title: readText(sections.description ?? {}, 'title', null),
    place,
  }
  const at = occurredAtOf(event)
  return shown(
    openedCase(hostAccountId, at),
    {
      id,
      name: chooseName(names),
      names,
      steps: [],
      photoshoot: null,
      contacts: { primary: UNPROVED, backup: UNPROVED },
    },
    at,
  )
}

const shootAfter = (
  before: OnboardingRow['photoshoot'],
  { type, data }: PhotoshootEvent,
): OnboardingRow['photoshoot'] => {
  switch (type) {
    case 'PhotoshootScheduled':
    case 'PhotoshootRescheduled':
      return { status: 'scheduled', startsAt: data.slot.startsAt, deliverBy: null }
    case 'PhotoshootStarted':
      return before && { ...before, status: 'in_progress' }
    case 'PhotoshootShot':
      return before && { ...before, status: 'shot', deliverBy: data.deliverBy }
    case 'PhotoshootImagesDelivered':
      return before && { ...before, status: 'delivered' }
    case 'PhotoshootImagesApproved':
      return before && { ...before, status: 'approved' }
    case 'PhotoshootCancelled':
      return before && { ...before, status: 'cancelled', startsAt: null }
    case 'PhotoshootNoShowRecorded':
      return before && { ...before, status: 'no_show', startsAt: null }
    case 'PhotoshootReshootRequested':
      return before && { ...before, status: 'reshoot_requested', startsAt: null, deliverBy: null }
    default:
      return before
  }
}

const findKey = ({ stream, data }: RecordedEvent): string | undefined => {
  switch (categoryOfStream(stream)) {
    case 'onboarding':
    case 'listing':
      return idOfStream(stream)
    case 'photoshoot':
      return (data as Readonly<{ listingId?: string }>).listingId
    default:
      return undefined
  }
}

/** Listings on their way. One that was started whole, by an import, has no case. */
export const onboardingProjection = defineProjection<OnboardingRow>({
  name: 'onboarding',
  version: 3,
  row: zOnboardingRow,
  streams: ({ id }) => [
    formatStream('listing', id),
    formatStream('onboarding', id),
    formatStream('photoshoot', derivePhotoshootId(id)),
  ],
  keys: (event) => {
    const key = findKey(event)
    return key === undefined ? [] : [key]
  },
  personal: ['rejectedBecause', 'steps'],
  eraseTexts: (row) => ({
    ...row,
    rejectedBecause: erased(row.rejectedBecause),
    steps: row.steps.map((line) => ({
      ...line,
      requests: line.requests.map((request) => ({ ...request, comment: ERASED })),
      notApplicable: erased(line.notApplicable),
    })),
  }),
  fold: (row, event) => {
    if (event.type === 'ListingDrafted') return drafted(event)
    if (row === undefined) return undefined
    const updatedAt = occurredAtOf(event)
    const category = categoryOfStream(event.stream)
    if (category === 'listing') {
      const names = namesAfter(row.names, event as RecordedEvent & ListingEvent)
      return { ...row, names, name: chooseName(names), updatedAt }
    }
    if (category === 'photoshoot')
      return shown(
        readCase(row),
        { ...row, photoshoot: shootAfter(row.photoshoot, event as RecordedEvent & PhotoshootEvent) },
        updatedAt,
      )
    const known = after(readCase(row), event)
    return known === undefined
      ? row
      : shown(known, { ...row, contacts: contactsAfter(row.contacts, event) }, updatedAt)
  },
})
