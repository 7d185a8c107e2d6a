import type { AgreementNotice } from '@hearth/contracts/agreement/processes'
import type { MailQueue } from '@hearth/platform/mail/mailQueue'
import type pg from 'pg'
import { accountFold } from '../account/account.state.ts'
import { ownersToTell } from '../account/account.state.ts'
import { inTurn, mailTurn } from '../account/inTurn.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { Worker } from '../workers/relay.ts'
import { agreementFold } from './agreement.state.ts'

type Words = Readonly<{ subject: string; lines: readonly string[]; label: string }>

const wordsOf: Readonly<Record<AgreementNotice, (home: string, on: string) => Words>> = {
  sent: (home) => ({
    subject: `Your agreement for ${home} is ready`,
    lines: [
      'The management agreement is ready. What it costs and how you end it stands at its beginning, in plain words.',
      'You have 30 days to read and sign it.',
    ],
    label: 'Read the agreement',
  }),
  reminder: (home) => ({
    subject: `Your agreement for ${home} waits for your signature`,
    lines: ['The management agreement is not signed yet. Ask us about anything in it that is unclear.'],
    label: 'Read the agreement',
  }),
  countersigned: (home) => ({
    subject: `Your agreement for ${home} is in force`,
    lines: ['We have signed, too. You find the document with its certificate of signature in the console.'],
    label: 'Open the agreement',
  }),
  amendment: (home) => ({
    subject: `Other terms for ${home} are proposed`,
    lines: [
      'We propose other terms. They bind only once all of you have signed them; until then the present ones go on.',
    ],
    label: 'Read the proposed terms',
  }),
  notice: (home, on) => ({
    subject: `The agreement for ${home} ends on ${on}`,
    lines: [
      `Notice was given. The agreement ends on ${on}. Stays that are booked are honoured, and you are paid for them.`,
    ],
    label: 'Open the agreement',
  }),
  term_ends: (home, on) => ({
    subject: `The agreement for ${home} ends on ${on}`,
    lines: [
      `The agreed term ends on ${on} and is not renewed. Stays that are booked are honoured, and you are paid for them.`,
      'Write to us if you want to go on; a new agreement can be signed once this one has ended.',
    ],
    label: 'Open the agreement',
  }),
  expired: (home) => ({
    subject: `The time to sign for ${home} is over`,
    lines: [
      'The management agreement was not signed within 30 days. You can have a new one prepared at any time.',
    ],
    label: 'Prepare a new agreement',
  }),
}

/** Mails those who sign about what happens to their agreement. */
export const tellAgreement =
  ({
    pool,
    handler,
    mail,
    publicUrl,
  }: Readonly<{
    pool: pg.Pool
    handler: Pick<CommandHandler, 'view'>
    mail: MailQueue
    publicUrl: URL
  }>): Worker =>
  ({ agreementId = '', hostAccountId = '', listingId = '', what = '' }) =>
    inTurn(pool, mailTurn(hostAccountId), async (transaction) => {
      const [{ state: host }, { state }] = await Promise.all([
        handler.view(accountFold, hostAccountId, 0),
        handler.view(agreementFold, agreementId, 0),
      ])
      if (state === undefined || !Object.hasOwn(wordsOf, what)) return
      const { subject, lines, label } = wordsOf[what as AgreementNotice](
        state.merge.listingName,
        state.effectiveOn ?? '',
      )
      const waiting = state.signers
        .filter(({ signedAt }) => what !== 'reminder' || signedAt === null)
        .map(({ userId }) => userId)
      for (const { email } of ownersToTell(host).filter(
        ({ userId }) => userId !== null && waiting.includes(userId),
      )) {
        await mail.add(
          'message',
          {
            to: email,
            subject,
            lines,
            link: { label, url: new URL(`/onboarding/${listingId}/management-agreement`, publicUrl).href },
          },
          transaction,
        )
      }
    })
