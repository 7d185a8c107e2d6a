import { isOpenForSigning, computeTermEnd, type WholeAgreement } from '@hearth/contracts/agreement'
import { addDays } from '@hearth/contracts/kernel/dates'
import { done, notNow, ofAgreement, withAgreement, type Data } from './common.ts'
import { wrongField } from '../runtime/refusals.ts'

/** The last day of an agreement that is not renewed; null when it continues until notice. */
const computeEnd = ({ terms, countersignedAt }: WholeAgreement, day: string): string | null =>
  terms.autoRenew || countersignedAt === null
    ? null
    : computeTermEnd(countersignedAt.slice(0, 10), terms.termMonths, day)

const giveNotice = (by: 'host' | 'hearth') =>
  withAgreement(({ effectiveOn, reason }: Data<'GiveNotice'>, agreement, ctx) => {
    if (agreement.status !== 'active')
      return notNow(
        agreement.status === 'terminating'
          ? `Notice has already been given. The agreement ends on ${agreement.effectiveOn}.`
          : 'This agreement isn’t in force.',
      )
    const today = ctx.now.slice(0, 10)
    const [earliest, end] = [addDays(today, agreement.terms.noticeDays), computeEnd(agreement, today)]
    if (end !== null && earliest > end)
      return notNow(`The agreement already ends on ${end}, before a notice could take effect.`)
    if (end !== null && effectiveOn > end)
      return wrongField('/effectiveOn', `must be ${end} or earlier, because the agreement ends then`)
    if (effectiveOn < earliest)
      return wrongField(
        '/effectiveOn',
        `must be ${earliest} or later, because the notice period is ${agreement.terms.noticeDays} days`,
      )
    return done({
      type: 'AgreementNoticeGiven',
      data: { ...ofAgreement(agreement, ctx), by, effectiveOn, reason },
    })
  })

/**
 * How an agreement ends: by notice, with a term that is not renewed, or because no one signed it
 * (docs/domain/agreement.md#ending).
 */
export const decideEnding = {
  GiveNotice: giveNotice('host'),
  GiveNoticeByStaff: giveNotice('hearth'),
  ExpireAgreement: withAgreement(({ sentAt }: Data<'ExpireAgreement'>, agreement, ctx) =>
    // A document that was sent since then has its own expiry.
    isOpenForSigning(agreement.status) && agreement.sentAt === sentAt
      ? done({ type: 'AgreementExpired', data: ofAgreement(agreement, ctx) })
      : done(),
  ),
  EndTerm: withAgreement(({ effectiveOn }: Data<'EndTerm'>, agreement, ctx) =>
    // Notice was given, or the terms were amended since then.
    agreement.status === 'active' && computeEnd(agreement, effectiveOn) === effectiveOn
      ? done({
          type: 'AgreementNoticeGiven',
          data: {
            ...ofAgreement(agreement, ctx),
            by: 'term',
            effectiveOn,
            reason: 'The agreed term ends and is not renewed.',
          },
        })
      : done(),
  ),
  TerminateAgreement: withAgreement(({ effectiveOn }: Data<'TerminateAgreement'>, agreement, ctx) =>
    agreement.status === 'terminating' && agreement.effectiveOn === effectiveOn
      ? done({ type: 'AgreementTerminated', data: { ...ofAgreement(agreement, ctx), effectiveOn } })
      : done(),
  ),
}
