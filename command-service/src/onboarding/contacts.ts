import {
  CONTACT_CODE_MINUTES,
  CONTACT_CODES_PER_DAY,
  CONTACT_CODE_TRIES,
  formatStepPage,
  type OnboardingEvent,
} from '@hearth/contracts/onboarding'
import { addHours, addMinutes } from '@hearth/contracts/kernel/dates'
import { accept, reject } from '../runtime/decider.ts'
import { wrongField } from '../runtime/refusals.ts'
import { isOpen, of, withCase, wrongState, type Data, type Decisions } from './decisions.ts'

const sendAnother = (detail: string) => reject('PRECONDITION_FAILED', `${detail} Request a new code.`)

/** Phone numbers and their verification: the person at the number reads out the code that was sent to it. */
export const decideContacts: Decisions<'SendContactCode' | 'VerifyContact'> = {
  SendContactCode: withCase(({ contact }: Data<'SendContactCode'>, known, ctx) => {
    if (!isOpen(known)) return wrongState(known)
    const phone = ctx.facts.sections.contact?.[contact]?.phone
    if (phone === undefined)
      return reject('PRECONDITION_FAILED', 'Enter the number first.', {
        errors: [{ pointer: `/contact/${contact}`, detail: 'Enter the number first.' }],
        fixRoute: formatStepPage('contact', ctx.id),
      })
    if (known.contacts[contact].verifiedPhone === phone) return accept<OnboardingEvent>([])
    const since = addHours(ctx.now, -24)
    const oldest = known.codesSentAt.filter((at) => at > since)
    if (oldest.length >= CONTACT_CODES_PER_DAY) {
      const next = addHours(oldest[0] ?? ctx.now, 24)
        .slice(0, 16)
        .replace('T', ' ')
      return reject(
        'LIMIT_EXCEEDED',
        `${CONTACT_CODES_PER_DAY} codes have been sent within a day. ` +
          `You can request the next one at ${next} UTC.`,
      )
    }
    return accept<OnboardingEvent>([
      {
        type: 'ContactCodeSent',
        data: {
          ...of(known, ctx),
          contact,
          codeId: ctx.idFor('contact-code'),
          phone,
          expiresAt: addMinutes(ctx.now, CONTACT_CODE_MINUTES),
        },
      },
    ])
  }),
  VerifyContact: withCase(({ contact, code }: Data<'VerifyContact'>, known, ctx) => {
    if (!isOpen(known)) return wrongState(known)
    const { code: sent, verifiedPhone } = known.contacts[contact]
    const phone = ctx.facts.sections.contact?.[contact]?.phone
    if (sent === null)
      return verifiedPhone !== null && verifiedPhone === phone
        ? accept<OnboardingEvent>([])
        : sendAnother('No code has been sent to this number.')
    if (sent.phone !== phone) return sendAnother('The number changed after the code was sent.')
    if (ctx.now >= sent.expiresAt)
      return reject(
        'WINDOW_CLOSED',
        `The code has expired: it’s valid for ${CONTACT_CODE_MINUTES} minutes. Request a new one.`,
      )
    if (sent.wrongTries >= CONTACT_CODE_TRIES) return sendAnother('Too many wrong attempts.')
    if (ctx.facts.code === null) return wrongField('/code', 'Wrong code.')
    if (code !== ctx.facts.code)
      return accept<OnboardingEvent>([
        {
          type: 'ContactCodeRefused',
          data: { ...of(known, ctx), contact, codeId: sent.codeId, attempt: sent.wrongTries + 1 },
        },
      ])
    return accept<OnboardingEvent>([{ type: 'ContactVerified', data: { ...of(known, ctx), contact, phone } }])
  }),
}
