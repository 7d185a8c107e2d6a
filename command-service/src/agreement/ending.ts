import { isOpenForSigning } from '@hearth/contracts/agreement'
import { addDays } from '@hearth/contracts/kernel/dates'
import { done, notNow, ofAgreement, withAgreement, type Data } from './common.ts'
import { wrongField } from '../runtime/refusals.ts'

const giveNotice = (by: 'host' | 'hearth') =>
  withAgreement(({ effectiveOn, reason }: Data<'GiveNotice'>, agreement, ctx) => {
    if (agreement.status !== 'active') return notNow(agreement.status === 'terminating' ? `Notice was given already; it ends on ${agreement.effectiveOn}.` : 'This agreement is not in force.')
    const earliest = addDays(ctx.now.slice(0, 10), agreement.terms.noticeDays)
    if (effectiveOn < earliest) return wrongField('/effectiveOn', `must be ${earliest} or later: notice takes ${agreement.terms.noticeDays} days`)
    return done({ type: 'AgreementNoticeGiven', data: { ...ofAgreement(agreement, ctx), by, effectiveOn, reason } })
  })

/** How an agreement ends: by notice, or because nobody signed it (domain.md §3.4). */
export const decideEnding = {
  GiveNotice: giveNotice('host'),
  GiveNoticeByStaff: giveNotice('hearth'),
  ExpireAgreement: withAgreement(({ sentAt }: Data<'ExpireAgreement'>, agreement, ctx) =>
    // A document that was sent since then has a time of its own.
    isOpenForSigning(agreement.status) && agreement.sentAt === sentAt ? done({ type: 'AgreementExpired', data: ofAgreement(agreement, ctx) }) : done(),
  ),
  TerminateAgreement: withAgreement(({ effectiveOn }: Data<'TerminateAgreement'>, agreement, ctx) =>
    agreement.status === 'terminating' && agreement.effectiveOn === effectiveOn ? done({ type: 'AgreementTerminated', data: { ...ofAgreement(agreement, ctx), effectiveOn } }) : done(),
  ),
}
