import type { AgreementNotice } from '@hearth/contracts/agreement/processes'
import { ownersToTell } from '../account/account.state.ts'
import { createAccountMailer, toEach, type AccountMailParts } from '../account/accountMailer.ts'
import type { Worker } from '../workers/relay.ts'
import { agreementFold } from './agreement.state.ts'

type Words = Readonly<{ subject: string; lines: readonly string[]; label: string }>

const writeWords: Readonly<Record<AgreementNotice, (home: string, on: string) => Words>> = {
  sent: (home) => ({
    subject: `Your agreement for ${home} is ready to sign`,
    lines: [
      'Your management agreement is ready. It starts with a summary of what it costs and how you can end it.',
      'Please read and sign it within 30 days.',
    ],
    label: 'Read the agreement',
  }),
  reminder: (home) => ({
    subject: `Reminder: sign your agreement for ${home}`,
    lines: ['Your management agreement isn’t signed yet. If anything in it is unclear, please ask us.'],
    label: 'Read the agreement',
  }),
  countersigned: (home) => ({
    subject: `Your agreement for ${home} is now in force`,
    lines: [
      'We’ve signed as well. You’ll find the document with its certificate of signature in the console.',
    ],
    label: 'View the agreement',
  }),
  amendment: (home) => ({
    subject: `Proposed changes to your agreement for ${home}`,
    lines: [
      'We’d like to change the terms of your agreement. ' +
        'The changes only apply once everyone has signed them. ' +
        'Until then the current terms continue.',
    ],
    label: 'Read the proposed terms',
  }),
  notice: (home, on) => ({
    subject: `The agreement for ${home} ends on ${on}`,
    lines: [
      `Notice has been given, and the agreement ends on ${on}. ` +
        'Existing bookings are honoured, and you’re paid for them.',
    ],
    label: 'View the agreement',
  }),
  term_ends: (home, on) => ({
    subject: `The agreement for ${home} ends on ${on}`,
    lines: [
      `The agreed term ends on ${on} and won’t be renewed. ` +
        'Existing bookings are honoured, and you’re paid for them.',
      'If you’d like to continue, contact us. You can sign a new agreement once this one has ended.',
    ],
    label: 'View the agreement',
  }),
  expired: (home) => ({
    subject: `Your agreement for ${home} has expired`,
    lines: ['The management agreement wasn’t signed within 30 days. You can prepare a new one at any time.'],
    label: 'Prepare a new agreement',
  }),
}

/** Mails the signers about changes of their agreement. */
export const createAgreementNotifier =
  ({ publicUrl, ...parts }: AccountMailParts & Readonly<{ publicUrl: URL }>): Worker =>
  ({ agreementId = '', hostAccountId = '', listingId = '', what = '' }) =>
    createAccountMailer(parts)(hostAccountId, async (host) => {
      const { state } = await parts.handler.view(agreementFold, agreementId, 0)
      if (state === undefined || !Object.hasOwn(writeWords, what)) return []
      const { subject, lines, label } = writeWords[what as AgreementNotice](
        state.merge.listingName,
        state.effectiveOn ?? '',
      )
      const waiting = state.signers
        .filter(({ signedAt }) => what !== 'reminder' || signedAt === null)
        .map(({ userId }) => userId)
      const signers = ownersToTell(host).filter(({ userId }) => userId !== null && waiting.includes(userId))
      const url = new URL(`/onboarding/${listingId}/management-agreement`, publicUrl).href
      return toEach(signers, { subject, lines, link: { label, url } })
    })
