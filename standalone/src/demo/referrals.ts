import { addHours, type Instant } from '@hearth/contracts/kernel/dates'
import type { Id } from '@hearth/contracts/kernel/ids'
import { deriveReferralCode } from '@hearth/contracts/referral'
import type { SendCommand } from '../commands/commandSender.ts'
import { requireId } from './requireId.ts'
import { demoKey, findOpenedDaysAgo } from './world.ts'

const REFERRER = 'Vale Stays'
/** Hosts who joined by an invitation, ten days after it was made, and how old their account was then. */
const JOINED = [
  ['Lisboa Casas', 3],
  ['Dan Okafor', 20],
  ['Mika Mori', 3],
] as const
/** Invitations that no one has accepted: a person by email, and a link. */
const OPEN = [
  { name: 'Jonas', email: 'jonas@mail.example', daysAgo: 9 },
  { name: 'link', email: null, daysAgo: 2 },
] as const
const INVITED_DAYS_BEFORE = 10

/**
 * Five invitations of one host. Two hosts have had their first stays once the history is there, one is setting
 * up, and two have not joined.
 */
export const seedReferrals = async (
  send: SendCommand,
  accounts: Readonly<Record<string, Id>>,
  now: Instant,
): Promise<void> => {
  const hostAccountId = accounts[REFERRER] ?? ''
  const daysAgo = (days: number) => addHours(now, -24 * days)
  const invite = async (name: string, email: string | null, occurredAt: Instant) => {
    const key = demoKey('referral', name)
    requireId(await send({ path: '/api/referrals', body: { email }, key, hostAccountId, occurredAt }))
    return deriveReferralCode(hostAccountId, key)
  }
  for (const [name, acceptedAfter] of JOINED) {
    const opened = findOpenedDaysAgo(name)
    const code = await invite(name, null, daysAgo(opened + INVITED_DAYS_BEFORE))
    const referee = accounts[name] ?? ''
    requireId(
      await send({
        path: `/api/referrals/${referee}/accept`,
        body: { code },
        key: demoKey('accept-referral', name),
        hostAccountId: referee,
        occurredAt: daysAgo(opened - acceptedAfter),
      }),
    )
  }
  for (const { name, email, daysAgo: days } of OPEN) await invite(name, email, daysAgo(days))
}
