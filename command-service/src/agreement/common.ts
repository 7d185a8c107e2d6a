import {
  findFeeRules,
  type AgreementCommand,
  type AgreementEvent,
  type AgreementModel,
  type AgreementState,
  type AgreementTerms,
  type Signer,
  type WholeAgreement,
} from '@hearth/contracts/agreement'
import type { OfType } from '@hearth/contracts/kernel/message'
import { accept, reject, type Context, type Decision, type Rejected } from '../runtime/decider.ts'
import { wrongField } from '../runtime/refusals.ts'
import type { AgreementFacts } from './agreement.facts.ts'

export type AgreementContext = Context<AgreementFacts>
export type Data<T extends AgreementCommand['type']> = OfType<AgreementCommand, T>['data']
export type Decided = Decision<AgreementEvent>

export const done = (...events: readonly AgreementEvent[]): Decided => accept<AgreementEvent>(events)
export const notFound = reject('NOT_FOUND', 'This agreement doesn’t exist.')
export const notNow = (detail: string) => reject('INVALID_TRANSITION', detail)

/** The fields of every event of the agreement. */
export const ofAgreement = (
  { listingId, hostAccountId }: Pick<WholeAgreement, 'listingId' | 'hostAccountId'>,
  { id }: AgreementContext,
) => ({ agreementId: id, listingId, hostAccountId })

/** For commands on a document that exists. */
export const withAgreement =
  <D>(decide: (data: D, agreement: WholeAgreement, ctx: AgreementContext) => Decided) =>
  (data: D, state: AgreementState, ctx: AgreementContext): Decided =>
    state === undefined ? notFound : decide(data, state, ctx)

/** For commands of a signer. */
export const bySigner = <D>(
  decide: (data: D, agreement: WholeAgreement, me: Signer, ctx: AgreementContext) => Decided,
) =>
  withAgreement((data: D, agreement, ctx) => {
    const me = agreement.signers.find(({ userId }) => userId === ctx.actor.id)
    return me === undefined
      ? reject('FORBIDDEN', 'Only the people named in the agreement can sign or decline it.')
      : decide(data, agreement, me, ctx)
  })

/** Why these terms can't be offered: the money of a booking must be able to follow them. */
export const refuseTerms = (
  terms: AgreementTerms,
  model: AgreementModel,
  currency: string | null,
): Rejected | undefined => {
  if (terms.currency !== currency)
    return wrongField('/terms/currency', `must be ${currency}, the listing’s currency`)
  const { feeBase, cleaningKeptBy } = findFeeRules(model)
  if (terms.feeBase !== feeBase)
    return wrongField('/terms/feeBase', `must be ${feeBase} where the model is ${model}`)
  return terms.cleaningKeptBy === cleaningKeptBy
    ? undefined
    : wrongField('/terms/cleaningKeptBy', `must be ${cleaningKeptBy} where the model is ${model}`)
}

const CHANGED = 'The agreement changed after you opened it. Read the new version, then sign it.'

/** Why this is not the document to sign. */
export const refuseDocument = (
  given: string,
  present: string,
  { fileWhole }: Pick<AgreementFacts, 'fileWhole'>,
): Rejected | undefined => {
  if (given !== present)
    return reject('VERSION_CONFLICT', CHANGED, {
      errors: [{ pointer: '/documentSha256', detail: 'doesn’t match the current document' }],
      documentSha256: present,
    })
  return fileWhole
    ? undefined
    : reject(
        'PRECONDITION_FAILED',
        'The stored file differs from the document we sent, so nothing was signed. ' +
          'We need to send it again. Please contact us.',
        {
          unmet: [
            {
              code: 'FILE_CHANGED',
              message: 'The stored file differs from the document that was sent.',
              fixRoute: '/onboarding',
            },
          ],
        },
      )
}

const folded = (name: string) => name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLocaleLowerCase('en')

/** Why the typed name is not the signer's; case and blanks do not count. */
export const refuseName = (
  typed: string,
  { names }: WholeAgreement,
  { userId }: Signer,
): Rejected | undefined => {
  const name = names[userId] ?? ''
  if (folded(typed) === folded(name)) return undefined
  const detail = `must be your name as in the agreement: ${name}`
  return reject('VALIDATION_FAILED', detail, { errors: [{ pointer: '/typedName', detail }] })
}
