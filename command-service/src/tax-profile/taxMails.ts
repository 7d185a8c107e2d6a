import type { Instant } from '@hearth/contracts/kernel/dates'
import {
  computeDac7HoldAt,
  computeExpiryAt,
  isMissing,
  type TaxPart,
  type TaxProfile,
} from '@hearth/contracts/tax-profile'
import type { MailQueue } from '@hearth/platform/mail/mailQueue'
import type { Message } from '@hearth/platform/mail/message'
import { withLock } from '@hearth/platform/postgres/advisoryLock'
import type pg from 'pg'
import { accountFold } from '../account/account.state.ts'
import { mailLock } from '../account/mailLock.ts'
import { mailOwners } from '../account/mailOwners.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { Worker } from '../workers/relay.ts'
import { taxProfileFold } from './taxProfile.state.ts'

export type TaxMailParts = Readonly<{
  pool: pg.Pool
  handler: Pick<CommandHandler, 'view'>
  mail: MailQueue
  publicUrl: URL
}>

type Text = Readonly<{ subject: string; lines: readonly string[] }>
const day = (at: Instant) => at.slice(0, 10)
const RELEASED = 'Nothing is withheld: everything that waited is paid out once your answers are complete.'

const missingText = (name: string, part: TaxPart, requestedAt: Instant): Text =>
  part === 'us'
    ? {
        subject: `Tax information of ${name} is missing`,
        lines: [
          'US law asks us for a tax form of everyone we pay for homes in the US. It takes about five minutes.',
          `Until we have it, your first payout waits. ${RELEASED}`,
        ],
      }
    : {
        subject: `Tax information of ${name} is missing`,
        lines: [
          'EU law (DAC7) asks us to report what homes in the EU earn, and who owns them. It takes about five minutes.',
          `Payouts wait from ${day(computeDac7HoldAt(requestedAt))} on if we don’t have your answers by then. ${RELEASED}`,
        ],
      }

/** What the owners read; undefined when it no longer holds. */
const textFor = (name: string, what: string, profile: TaxProfile): Text | undefined => {
  const { form, requests } = profile
  switch (what) {
    case 'us':
    case 'dac7': {
      const requestedAt = requests[what]
      return requestedAt === null || !isMissing(profile, what)
        ? undefined
        : missingText(name, what, requestedAt)
    }
    case 'expiry':
      return form?.validUntil == null || form.expired
        ? undefined
        : {
            subject: `A tax form of ${name} expires soon`,
            lines: [
              `The form is valid until ${form.validUntil}. Sign a new one before ` +
                `${day(computeExpiryAt(form.validUntil))}, so that no payout waits.`,
            ],
          }
    case 'mismatch':
      return form?.match !== 'mismatch'
        ? undefined
        : {
            subject: `The tax number of ${name} couldn’t be matched`,
            lines: [
              'The tax office doesn’t know this name with this number. ' +
                'Compare both with a letter from the tax office, then sign the form again.',
            ],
          }
    case 'complete':
      return {
        subject: `Tax information of ${name} is complete`,
        lines: [
          'Thank you. There’s nothing else to do. Payouts that waited for it go out with the next run.',
        ],
      }
    default:
      return undefined
  }
}

/** Mails the owners about what is missing, what doesn’t match and what is complete. No number is in them. */
export const createTaxMails =
  ({ pool, handler, mail, publicUrl }: TaxMailParts): Worker =>
  async ({ hostAccountId = '', what = '' }) => {
    const [{ state: account }, { state: profile }] = await Promise.all([
      handler.view(accountFold, hostAccountId, 0),
      handler.view(taxProfileFold, hostAccountId, 0),
    ])
    if (account.status === 'none') return
    const text = textFor(String(account.profile['displayName']), what, profile)
    if (text === undefined) return
    const message: Omit<Message, 'to'> = {
      ...text,
      lines: [...text.lines],
      link: { label: 'Open the tax center', url: new URL('/tax-center', publicUrl).href },
    }
    await withLock(pool, mailLock(hostAccountId), (transaction) =>
      mailOwners(mail, account, message, transaction),
    )
  }
