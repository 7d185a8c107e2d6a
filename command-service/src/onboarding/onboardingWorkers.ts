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
  /**
   * Email to `<digits>@<domain>` is delivered as a text message; undefined when text messages are not sent.
   */
  smsMailDomain: string | undefined
  now: () => Instant
}>

/**
 * A text message is an email to the provider's gateway, addressed by the number, so it is queued, sealed and
 * retried like any email.
 */
const createCodeSender =
  ({ handler, mail, computeContactCode, smsMailDomain, now }: OnboardingWorkersOptions): Worker =>
  async ({ listingId = '', contact = '', codeId = '' }) => {
    const [{ state: known }, { state: home }] = await Promise.all([
      handler.view(onboardingFold, listingId, 0),
      handler.view(listingFold, listingId, 0),
    ])
    const sent = contact === 'primary' || contact === 'backup' ? known?.contacts[contact].code : undefined
    // The number may be verified by now, or the code replaced or expired.
    if (sent == null || sent.codeId !== codeId || sent.expiresAt <= now()) return
    if (smsMailDomain === undefined) throw new Error('No gateway for text messages is set (SMS_MAIL_DOMAIN)')
    const name = home.status === 'none' ? undefined : (contentOf(home).info?.internalName ?? home.place)
    await mail.add('message', {
      to: `${sent.phone.slice(1)}@${smsMailDomain}`,
      subject: 'Your Hearth code',
      lines: [
        `${computeContactCode(codeId, sent.phone)} is your code for ${name ?? 'a listing'}. ` +
          `It’s valid for ${CONTACT_CODE_MINUTES} minutes. ` +
          'If you didn’t request it, please ignore this message.',
      ],
    })
  }

/** The jobs of onboarding cases, by name. */
export const openOnboardingWorkers = (
  options: OnboardingWorkersOptions,
): Readonly<Record<string, Worker>> => ({
  'send-contact-code': createCodeSender(options),
  'tell-onboarding': createOnboardingNotifier(options),
})
