import type { Instant } from '@hearth/contracts/kernel/dates'
import { CONTACT_CODE_MINUTES } from '@hearth/contracts/onboarding'
import type { MailQueue } from '@hearth/platform/mail/mailQueue'
import type pg from 'pg'
import { listingFold } from '../listing/listing.state.ts'
import { contentOf } from '../listing/listing.state.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { Worker } from '../workers/relay.ts'
import type { ComputeContactCode } from './contactCodes.ts'
import { onboardingFold } from './onboarding.state.ts'
import { createOnboardingNotifier } from './onboardingNotices.ts'

export type OnboardingWorkersOptions = Readonly<{
  pool: pg.Pool
  handler: Pick<CommandHandler, 'view'>
  mail: MailQueue
  publicUrl: URL
  computeContactCode: ComputeContactCode
  /** Mail to `<digits>@<domain>` becomes a text message there; undefined: nobody sends text messages. */
  smsMailDomain: string | undefined
  now: () => Instant
}>

/**
 * A text message is a mail to the provider's gateway, named by the number: what mail has (a queue, sealed
 * content, second tries) holds for it, too.
 */
const createCodeSender =
  ({ handler, mail, computeContactCode, smsMailDomain, now }: OnboardingWorkersOptions): Worker =>
  async ({ listingId = '', contact = '', codeId = '' }) => {
    const [{ state: known }, { state: home }] = await Promise.all([
      handler.view(onboardingFold, listingId, 0),
      handler.view(listingFold, listingId, 0),
    ])
    const sent = contact === 'primary' || contact === 'backup' ? known?.contacts[contact].code : undefined
    // Proved, replaced by a newer one or out of date by now.
    if (sent == null || sent.codeId !== codeId || sent.expiresAt <= now()) return
    if (smsMailDomain === undefined) throw new Error('No gateway for text messages is set (SMS_MAIL_DOMAIN)')
    const name = home.status === 'none' ? undefined : (contentOf(home).info?.internalName ?? home.place)
    await mail.add('message', {
      to: `${sent.phone.slice(1)}@${smsMailDomain}`,
      subject: 'Your Hearth code',
      lines: [
        `${computeContactCode(codeId, sent.phone)} is your code for ${name ?? 'a listing'}. It’s valid for ${CONTACT_CODE_MINUTES} minutes. If you didn’t request it, please ignore this message.`,
      ],
    })
  }

/** What cases need done outside the log, by the names of the jobs. */
export const openOnboardingWorkers = (
  options: OnboardingWorkersOptions,
): Readonly<Record<string, Worker>> => ({
  'send-contact-code': createCodeSender(options),
  'tell-onboarding': createOnboardingNotifier(options),
})
