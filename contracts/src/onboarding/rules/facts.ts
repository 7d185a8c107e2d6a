import type { AgreementStatus } from '../../agreement/agreement.ts'
import type { LocalDate } from '../../kernel/dates.ts'
import type { Sections } from '../../listing/sections/sections.ts'
import type { Awaited, Contact } from '../messages.ts'

/** `pending`: there is a bank account, its proof is on its way. */
export type PayoutReadiness = 'none' | 'pending' | 'verified'
/**
 * `booked`: a slot is confirmed or the photographer has been there; `approved`: the host likes the images.
 */
export type PhotoshootReadiness = 'none' | 'booked' | 'approved'

/** What the completion of steps depends on. */
export type OnboardingFacts = Readonly<{
  /** The listing's own day. */
  today: LocalDate
  sections: Sections
  /** The market requires a registration number and none is recorded. */
  registrationMissing: boolean
  /** Numbers that a code has proved. */
  verifiedPhones: Readonly<Partial<Record<Contact, string>>>
  payout: PayoutReadiness
  agreement: AgreementStatus | 'none'
  photoshoot: PhotoshootReadiness
}>

/**
 * What a step lacks. `pointer`: `/<section>/<field>…`; outside sections, the name of the step.
 * `detail`: what to do.
 */
export type StepProblem = Readonly<{
  code: string
  pointer: string
  detail: string
  /** The host has done theirs: it stops no submission, only the listing from going live. */ awaits?: Awaited
}>

export const problemAt = (pointer: string, code: string, detail: string): StepProblem => ({
  code,
  pointer,
  detail,
})

/** Nothing was answered. An empty text or list is an answer. */
export const isMissing = (value: unknown): value is null | undefined => value === null || value === undefined

/** One problem for each field that was not answered. */
export const findMissing = (
  section: string,
  values: Readonly<Record<string, unknown>>,
  wanted: Readonly<Record<string, string>>,
): StepProblem[] =>
  Object.entries(wanted).flatMap(([field, detail]) =>
    isMissing(values[field]) ? [problemAt(`/${section}/${field}`, 'missing', detail)] : [],
  )
