import { SIGNING_DAYS, type AgreementEvent } from '@hearth/contracts/agreement'
import { addHours } from '@hearth/contracts/kernel/dates'
import { reject } from '../runtime/decider.ts'
import { wrongField } from '../runtime/refusals.ts'
import {
  bySigner,
  done,
  notNow,
  ofAgreement,
  refuseDocument,
  refuseName,
  refuseTerms,
  withAgreement,
  type Data,
} from './common.ts'

const none = notNow('There are no proposed changes to the terms.')

/**
 * Amendments: proposed by staff, binding once every signer has accepted them
 * (docs/domain/agreement.md#amendments).
 */
export const decideAmendments = {
  ProposeAmendment: withAgreement(({ terms, reason }: Data<'ProposeAmendment'>, agreement, ctx) => {
    if (agreement.status !== 'active')
      return notNow('Terms can only be changed while the agreement is in force and no notice has been given.')
    const wrongTerms = refuseTerms(terms, agreement.model, agreement.terms.currency)
    if (wrongTerms !== undefined) return wrongTerms
    if (JSON.stringify(terms) === JSON.stringify(agreement.terms))
      return wrongField('/terms', 'are the same as the current terms')
    const { sha256 } = ctx.facts
    if (sha256 === null) return none
    if (agreement.amendment?.documentSha256 === sha256 && ctx.now < agreement.amendment.expiresAt)
      return done()
    const data = {
      ...ofAgreement(agreement, ctx),
      amendmentId: ctx.idFor('amendment'),
      terms,
      reason,
      documentSha256: sha256,
      expiresAt: addHours(ctx.now, SIGNING_DAYS * 24),
    }
    return done({ type: 'AmendmentProposed', data })
  }),
  AcceptAmendment: bySigner(({ typedName, documentSha256 }: Data<'AcceptAmendment'>, agreement, me, ctx) => {
    const { amendment, signers } = agreement
    if (amendment === null || agreement.status !== 'active') return none
    if (ctx.now >= amendment.expiresAt)
      return reject('WINDOW_CLOSED', 'It’s too late to accept these terms. The current terms continue.', {
        closedAt: amendment.expiresAt,
        rule: 'signing_days',
      })
    if (amendment.acceptedBy.includes(me.userId))
      return reject('ALREADY_DECIDED', 'You’ve already accepted these terms.')
    const refusal =
      refuseDocument(documentSha256, amendment.documentSha256, ctx.facts) ??
      refuseName(typedName, agreement, me)
    const { sha256: signedSha256, evidence } = ctx.facts
    if (refusal !== undefined || signedSha256 === null) return refusal ?? none
    const { amendmentId, terms } = amendment
    const of = ofAgreement(agreement, ctx)
    const accepted: AgreementEvent = {
      type: 'AmendmentAccepted',
      data: { ...of, userId: me.userId, documentSha256, evidence, amendmentId, typedName, signedSha256 },
    }
    const everybody = signers.every(
      ({ userId }) => userId === me.userId || amendment.acceptedBy.includes(userId),
    )
    return everybody
      ? done(accepted, {
          type: 'AgreementAmended',
          data: { ...of, amendmentId, terms, documentSha256, signedSha256 },
        })
      : done(accepted)
  }),
  DeclineAmendment: bySigner(({ reason }: Data<'DeclineAmendment'>, agreement, me, ctx) => {
    const { amendment } = agreement
    if (amendment === null) return none
    return done({
      type: 'AmendmentDeclined',
      data: { ...ofAgreement(agreement, ctx), amendmentId: amendment.amendmentId, userId: me.userId, reason },
    })
  }),
}
