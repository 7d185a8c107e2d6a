import { ESIGN_CONSENT_VERSION, isOpenForSigning, type WholeAgreement } from '@hearth/contracts/agreement'
import { reject, type Rejected } from '../runtime/decider.ts'
import { unmet, wrongField } from '../runtime/refusals.ts'
import {
  bySigner,
  done,
  notNow,
  ofAgreement,
  refuseDocument,
  refuseName,
  withAgreement,
  type AgreementContext,
  type Data,
} from './common.ts'

/** Why the document isn't waiting for signatures. */
const refuseClosed = (
  { status, expiresAt }: WholeAgreement,
  { now }: AgreementContext,
): Rejected | undefined => {
  if (!isOpenForSigning(status))
    return notNow(
      status === 'signed'
        ? 'Everyone has signed. Hearth signs next.'
        : 'This document isn’t waiting for signatures.',
    )
  return now < expiresAt
    ? undefined
    : reject('WINDOW_CLOSED', 'It’s too late to sign this document. Prepare a new agreement.', {
        closedAt: expiresAt,
        rule: 'signing_days',
      })
}

const formatPage = ({ listingId }: WholeAgreement) => `/onboarding/${listingId}/management-agreement`

/**
 * Reading, consenting, signing, and Hearth's own signature; each with its evidence
 * (docs/domain/agreement.md#signing).
 */
export const decideSigning = {
  ViewAgreement: bySigner(({ scrolledToEnd, documentSha256 }: Data<'ViewAgreement'>, agreement, me, ctx) => {
    const refusal =
      refuseClosed(agreement, ctx) ?? refuseDocument(documentSha256, agreement.documentSha256, ctx.facts)
    if (refusal !== undefined) return refusal
    if (me.viewedAt !== null && (me.readToEnd || !scrolledToEnd)) return done()
    return done({
      type: 'AgreementViewed',
      data: {
        ...ofAgreement(agreement, ctx),
        userId: me.userId,
        documentSha256,
        evidence: ctx.facts.evidence,
        scrolledToEnd,
      },
    })
  }),
  GiveEsignConsent: bySigner(
    ({ consentTextVersion, documentSha256 }: Data<'GiveEsignConsent'>, agreement, me, ctx) => {
      const refusal =
        refuseClosed(agreement, ctx) ?? refuseDocument(documentSha256, agreement.documentSha256, ctx.facts)
      if (refusal !== undefined) return refusal
      if (consentTextVersion !== ESIGN_CONSENT_VERSION)
        return wrongField(
          '/consentTextVersion',
          `must be ${ESIGN_CONSENT_VERSION}, the current wording; reload the page`,
        )
      if (me.consentedAt !== null) return done()
      return done({
        type: 'EsignConsentGiven',
        data: {
          ...ofAgreement(agreement, ctx),
          userId: me.userId,
          documentSha256,
          evidence: ctx.facts.evidence,
          consentTextVersion,
        },
      })
    },
  ),
  SignAgreement: bySigner(({ typedName, documentSha256 }: Data<'SignAgreement'>, agreement, me, ctx) => {
    if (me.signedAt !== null) return reject('ALREADY_DECIDED', 'You’ve already signed this document.')
    const refusal =
      refuseClosed(agreement, ctx) ?? refuseDocument(documentSha256, agreement.documentSha256, ctx.facts)
    if (refusal !== undefined) return refusal
    if (!me.readToEnd) return unmet('NOT_READ', 'Read the agreement to the end first.', formatPage(agreement))
    if (me.consentedAt === null)
      return unmet('NO_CONSENT', 'Agree to sign electronically first.', formatPage(agreement))
    const wrongName = refuseName(typedName, agreement, me)
    if (wrongName !== undefined) return wrongName
    const signedSha256 = ctx.facts.sha256
    if (signedSha256 === null) return notNow('This document isn’t waiting for signatures.')
    const complete = agreement.signers.every(
      ({ userId, signedAt }) => userId === me.userId || signedAt !== null,
    )
    return done({
      type: 'AgreementSigned',
      data: {
        ...ofAgreement(agreement, ctx),
        userId: me.userId,
        documentSha256,
        evidence: ctx.facts.evidence,
        typedName,
        signedSha256,
        complete,
      },
    })
  }),
  DeclineAgreement: bySigner(({ reason }: Data<'DeclineAgreement'>, agreement, me, ctx) => {
    if (agreement.status === 'declined') return done()
    return (
      refuseClosed(agreement, ctx) ??
      done({ type: 'AgreementDeclined', data: { ...ofAgreement(agreement, ctx), userId: me.userId, reason } })
    )
  }),
  CountersignAgreement: withAgreement(({ documentSha256 }: Data<'CountersignAgreement'>, agreement, ctx) => {
    if (agreement.status === 'active')
      return reject('ALREADY_DECIDED', 'This document has already been countersigned.')
    if (agreement.status !== 'signed') return notNow('Hearth signs after everyone else.')
    const refusal = refuseDocument(documentSha256, agreement.documentSha256, ctx.facts)
    const signedSha256 = ctx.facts.sha256
    if (refusal !== undefined || signedSha256 === null)
      return refusal ?? notNow('Hearth signs after everyone else.')
    const { actor } = ctx
    return done({
      type: 'AgreementCountersigned',
      data: {
        ...ofAgreement(agreement, ctx),
        userId: actor.id,
        documentSha256,
        evidence: ctx.facts.evidence,
        name: actor.name,
        signedSha256,
      },
    })
  }),
}
