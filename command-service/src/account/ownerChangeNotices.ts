import type { OwnerChangeNotice } from '@hearth/contracts/account/processes'
import type { Job } from '@hearth/contracts/kernel/process'
import type { Message } from '@hearth/platform/mail/message'
import { isBeingErased, type Account, type OwnerChange } from './account.state.ts'
import { createAccountMailer, toEach, type AccountMailParts } from './accountMailer.ts'

const ROLES = {
  owner: 'an owner',
  cohost_full: 'a full co-host',
  cohost_messaging: 'a messaging co-host',
  cohost_calendar: 'a calendar co-host',
} as const

const minute = (at: string) => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`

/** What happens to whom, in the infinitive. */
const describeChange = (
  { members, profile }: Account,
  { kind, memberId, email, role }: OwnerChange,
): string => {
  const who = email ?? members[memberId]?.email ?? 'a member'
  const name = String(profile['displayName'])
  if (kind === 'invite') return `invite ${who} to become an owner of ${name}`
  return role === null ? `remove ${who} from ${name}` : `make ${who} ${ROLES[role]} of ${name}`
}

type Words = Readonly<{ subject: string; lines: readonly string[] }>

const WORDS: Readonly<Record<OwnerChangeNotice, (name: string, what: string, change: OwnerChange) => Words>> =
  {
    approved: (name, what, { reasonText, approved }) => ({
      subject: `Hearth is about to change the owners of ${name}`,
      lines: [
        `Hearth will ${what} on ${minute(approved?.effectiveAt ?? '')}.`,
        `The reason: “${reasonText}”`,
        'If you didn’t ask for this, stop it now with the link below. We’ll ask you to sign in. ' +
          'The link works until then, even if you’re no longer a member of the account.',
      ],
    }),
    declined: (name, what) => ({
      subject: `The owners of ${name} stay as they are`,
      lines: [`Hearth will not ${what}: we withdrew the change. Nothing has changed.`],
    }),
    stopped: (name, what) => ({
      subject: `The owners of ${name} stay as they are`,
      lines: [`Hearth will not ${what}: an owner stopped the change. Nothing has changed.`],
    }),
    lapsed: (name, what) => ({
      subject: `The owners of ${name} stay as they are`,
      lines: [`Hearth did not ${what}: the team has changed in the meantime.`],
    }),
    completed: (name, what) => ({
      subject: `Hearth changed the owners of ${name}`,
      lines: [
        `We announced that Hearth will ${what}. The 72 hours are over and no owner stopped it, ` +
          'so the change has been made.',
        'If you didn’t expect this, contact Hearth support now.',
      ],
    }),
  }

const isNotice = (what: string): what is OwnerChangeNotice => Object.hasOwn(WORDS, what)

/** The notice's link: to the page that stops the change, or to the team. */
const createLink = (
  publicUrl: URL,
  what: OwnerChangeNotice,
  hostAccountId: string,
  changeId: string,
): NonNullable<Message['link']> =>
  what === 'approved'
    ? {
        label: 'Stop this change',
        url: new URL(`/account/owner-change/${hostAccountId}/${changeId}`, publicUrl).href,
      }
    : { label: 'View your team', url: new URL('/account?tab=team', publicUrl).href }

/**
 * Mails everyone who can stop staff's change of owners: when it is approved, and when it ends
 * (docs/domain/account.md#owners). A proposal that was never approved has no notice.
 */
export const createOwnerChangeNotices = ({
  publicUrl,
  ...parts
}: AccountMailParts & Readonly<{ publicUrl: URL }>) => {
  const mailAccount = createAccountMailer(parts)
  return {
    notify: async ({ hostAccountId = '', changeId = '', what = '' }: Job['data']): Promise<void> => {
      await mailAccount(hostAccountId, (state) => {
        const change = state.ownerChanges[changeId]
        if (change?.approved == null || !isNotice(what)) return []
        const { subject, lines } = WORDS[what](
          String(state.profile['displayName']),
          describeChange(state, change),
          change,
        )
        const readers = change.approved.ownerIds.flatMap((memberId) => {
          const member = state.members[memberId]
          return member === undefined || isBeingErased(state, member) ? [] : [member]
        })
        const link = createLink(publicUrl, what, hostAccountId, changeId)
        return toEach(readers, { subject, lines, link })
      })
    },
  }
}
