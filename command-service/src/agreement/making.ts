import {
  isInForce,
  isOpenForSigning,
  SIGNING_DAYS,
  WHOLE_OWNERSHIP_BPS,
  type AgreementEvent,
  type AgreementState,
} from '@hearth/contracts/agreement'
import { addHours } from '@hearth/contracts/kernel/dates'
import { formatBps, sum } from '@hearth/contracts/kernel/money'
import { reject, type Rejected } from '../runtime/decider.ts'
import { wrongField } from '../runtime/refusals.ts'
import {
  done,
  notNow,
  ofAgreement,
  refuseTerms,
  withAgreement,
  type AgreementContext,
  type Data,
  type Decided,
} from './common.ts'
import type { NamedSigner } from './draft.ts'

type Wanted = Data<'GenerateAgreement'>

const refuseSigners = (
  signers: readonly NamedSigner[],
  { authorityFileId }: Wanted,
  owners: readonly string[],
): Rejected | undefined => {
  const stranger = signers.findIndex(({ userId }) => !owners.includes(userId))
  if (stranger >= 0)
    return wrongField(
      `/signers/${stranger}/userId`,
      'must be an owner of the account; invite them to the team as an owner first',
    )
  if (new Set(signers.map(({ userId }) => userId)).size !== signers.length)
    return wrongField('/signers', 'must name each person once')
  const whole = sum(signers.map(({ ownershipBps }) => ownershipBps))
  if (whole > WHOLE_OWNERSHIP_BPS)
    return wrongField('/signers', `must not add up to more than 100% (now ${formatBps(whole)})`)
  if (whole < WHOLE_OWNERSHIP_BPS && authorityFileId === null)
    return wrongField(
      '/signers',
      `must add up to 100% (now ${formatBps(whole)}), or come with proof that they can sign for all owners`,
    )
  return undefined
}

const refuseState = (state: AgreementState): Rejected | undefined => {
  if (state === undefined) return undefined
  if (isInForce(state.status))
    return notNow('This listing’s agreement is in force. Propose changes to its terms, or give notice.')
  return state.status === 'signed' || state.status === 'partially_signed'
    ? notNow('The current document has already been signed. Withdraw it first.')
    : undefined
}

/** Documents that are generated, sent and voided (docs/domain/agreement.md#signing). */
export const decideMaking = {
  GenerateAgreement: (data: Wanted, state: AgreementState, ctx: AgreementContext): Decided => {
    const { draft, sha256, owners, listingCurrency } = ctx.facts
    const refusal = refuseState(state)
    if (refusal !== undefined) return refusal
    if (draft === null || sha256 === null || draft.kind === 'unmet') {
      const unmet = draft?.kind === 'unmet' ? draft.unmet : []
      return reject('PRECONDITION_FAILED', unmet[0]?.message ?? 'The agreement can’t be prepared yet.', {
        unmet,
      })
    }
    if (data.terms !== null && ctx.actor.kind === 'host')
      return reject(
        'FORBIDDEN',
        'Only Hearth can set non-standard terms. Leave the terms out, or contact us.',
      )
    const wrongTerms = data.terms === null ? undefined : refuseTerms(data.terms, data.model, listingCurrency)
    if (wrongTerms !== undefined) return wrongTerms
    if (!ctx.facts.authorityKnown)
      return wrongField('/authorityFileId', 'must be a file that was uploaded for this listing')
    const wrongSigners = refuseSigners(draft.signers, data, owners)
    if (wrongSigners !== undefined) return wrongSigners
    // The same document is already waiting for signatures.
    if (state !== undefined && isOpenForSigning(state.status) && state.documentSha256 === sha256)
      return done()
    const of = ofAgreement({ listingId: data.listingId, hostAccountId: ctx.tenantId }, ctx)
    const { terms, merge, templateVersion, signers } = draft
    return done(
      {
        type: 'AgreementGenerated',
        data: {
          ...of,
          model: data.model,
          templateVersion,
          merge,
          terms,
          documentSha256: sha256,
          authorityFileId: data.authorityFileId,
        },
      },
      ...signers.map((signer, index): AgreementEvent => ({
        type: 'AgreementSignerNamed',
        data: { ...of, ...signer, order: index + 1 },
      })),
      { type: 'AgreementSent', data: { ...of, expiresAt: addHours(ctx.now, SIGNING_DAYS * 24) } },
    )
  },
  VoidAgreement: withAgreement(({ reason }: Data<'VoidAgreement'>, agreement, ctx) => {
    if (agreement.status === 'voided') return done()
    if (isInForce(agreement.status) || agreement.status === 'terminated')
      return notNow('This agreement is in force. Give notice to end it.')
    return done({ type: 'AgreementVoided', data: { ...ofAgreement(agreement, ctx), reason } })
  }),
}
