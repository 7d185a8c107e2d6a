import type { Instant } from '@hearth/contracts/kernel/dates'
import { formatAmount } from '@hearth/contracts/kernel/money'
import { ERASED } from '@hearth/contracts/kernel/erased'
import type { MailQueue } from '@hearth/platform/mail/mailQueue'
import type { Message } from '@hearth/platform/mail/message'
import type pg from 'pg'
import { accountFold, ownersToTell } from '../account/account.state.ts'
import { createAccountMailer, toEach } from '../account/accountMailer.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { Worker } from '../workers/relay.ts'
import { isOpen, referralFold, type KnownReferral } from './referral.state.ts'

export type ReferralMailParts = Readonly<{
  pool: pg.Pool
  handler: Pick<CommandHandler, 'view'>
  mail: MailQueue
  publicUrl: URL
  now: () => Instant
}>

const amountOf = ({ terms: { rewardMinor, currency } }: KnownReferral): string =>
  `${formatAmount(rewardMinor, currency)} ${currency}`

const invitationMail = (name: string, referral: KnownReferral, publicUrl: URL): Omit<Message, 'to'> => ({
  subject: `${name} invites you to host with Hearth`,
  lines: [
    `${name} hosts with Hearth and thinks it would suit you, too. Your code is ${referral.code}.`,
    `${name} gets ${amountOf(referral)} after your first guest’s stay. It costs you nothing.`,
    `The code works until ${referral.expiresAt.slice(0, 10)}, in the first weeks of a new account. ` +
      'If you don’t know who invited you, you can ignore this email.',
  ],
  link: { label: 'Accept the invitation', url: new URL(`/referrals?code=${referral.code}`, publicUrl).href },
})

const rewardMail = (name: string, referral: KnownReferral, publicUrl: URL): Omit<Message, 'to'> => ({
  subject: `${name} has earned a referral reward: ${amountOf(referral)}`,
  lines: [
    `The host who joined with your code ${referral.code} has had a first stay that counts.`,
    `${amountOf(referral)} will be in your next payout in this currency. These are the terms of your invitation.`,
  ],
  link: { label: 'See your referrals', url: new URL('/referrals', publicUrl).href },
})

/** Mails of referrals: the invitation, and the reward to the owners of the account. */
export const createReferralMails = ({
  pool,
  handler,
  mail,
  publicUrl,
  now,
}: ReferralMailParts): Readonly<Record<'send-referral' | 'tell-referral', Worker>> => {
  const mailAccount = createAccountMailer({ pool, handler, mail })
  const read = async (referralId: string) => {
    const { state: referral } = await handler.view(referralFold, referralId, 0)
    if (referral.status === 'none') return undefined
    const { state: host } = await handler.view(accountFold, referral.hostAccountId, 0)
    return host.status === 'none' ? undefined : { referral, name: String(host.profile['displayName']) }
  }
  return {
    'send-referral': async ({ referralId = '' }) => {
      const known = await read(referralId)
      if (known === undefined || !isOpen(known.referral, now())) return
      const { email: to } = known.referral
      if (to === null || to === ERASED) return
      await mail.add('message', { to, ...invitationMail(known.name, known.referral, publicUrl) })
    },
    'tell-referral': async ({ referralId = '' }) => {
      const known = await read(referralId)
      if (known === undefined) return
      const { referral, name } = known
      await mailAccount(referral.hostAccountId, (account) =>
        toEach(ownersToTell(account), rewardMail(name, referral, publicUrl)),
      )
    },
  }
}
