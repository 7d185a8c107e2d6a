import type { NotificationKind } from '@hearth/contracts/account'
import { can } from '@hearth/contracts/kernel/access'
import { DAY_MS, type Instant } from '@hearth/contracts/kernel/dates'
import { NOTICE_EVENTS } from '@hearth/contracts/notice'
import type { MailedNotice } from '@hearth/contracts/notice/processes'
import { activeMembers, isBeingErased, type Account, type Member } from '../account/account.state.ts'
import { createAccountMailer, toEach, type AccountMailParts } from '../account/accountMailer.ts'
import { contentOf, listingFold } from '../listing/listing.state.ts'
import type { Worker } from '../workers/relay.ts'
import { NOTICE_WORDS } from './noticeTexts.ts'

/** Nothing older is mailed: a worker may have been down for long. */
const NEWS_MS = 3 * DAY_MS

const PAGES: Readonly<Partial<Record<NotificationKind, readonly [label: string, folder: string]>>> = {
  booking: ['View booking', '/bookings'],
  incident: ['View incident', '/incidents'],
  reimbursement: ['View claim', '/reimbursements'],
  review: ['View review', '/reviews'],
  referral: ['View referral', '/referrals'],
}

const isMailed = (type: string): type is MailedNotice => Object.hasOwn(NOTICE_WORDS, type)

/** Whether the member sees what it is about, did not do it, and wants mail of this kind. */
const isReader = (
  account: Account,
  type: MailedNotice,
  { listingId, by }: Readonly<{ listingId: string; by: string }>,
) => {
  const { kind, capability } = NOTICE_EVENTS[type]
  return (member: Member): boolean =>
    !isBeingErased(account, member) &&
    member.userId !== by &&
    can(member.role, capability) &&
    (member.listingIds === null || member.listingIds.includes(listingId)) &&
    member.choices.find((choice) => choice.kind === kind)?.email !== false
}

/** Emails the members whom the notice concerns (docs/domain/notice.md#email). */
export const createNoticeMails = ({
  publicUrl,
  now,
  ...parts
}: AccountMailParts & Readonly<{ publicUrl: URL; now: () => Instant }>): Readonly<
  Record<'mail-notice', Worker>
> => {
  const mailAccount = createAccountMailer(parts)
  return {
    'mail-notice': async ({
      hostAccountId = '',
      type = '',
      id = '',
      listingId = '',
      by = '',
      at = '',
      until = '',
    }) => {
      if (!isMailed(type) || Date.parse(now()) - Date.parse(at) > NEWS_MS) return
      const [label = '', folder = ''] = PAGES[NOTICE_EVENTS[type].kind] ?? []
      const link = { label, url: new URL(`${folder}/${id}`, publicUrl).href }
      const { state: home } = await parts.handler.view(listingFold, listingId, 0)
      const name =
        home.status === 'none' ? 'your listing' : (contentOf(home).description?.title ?? home.place)
      const { subject, line } = NOTICE_WORDS[type]({ id, home: name, until })
      await mailAccount(hostAccountId, (account) =>
        toEach(activeMembers(account).filter(isReader(account, type, { listingId, by })), {
          subject,
          lines: [line],
          link,
        }),
      )
    },
  }
}
