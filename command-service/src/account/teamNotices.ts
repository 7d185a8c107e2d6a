import type { TeamNotice } from '@hearth/contracts/account/processes'
import { CAPABILITIES, type Capability, type HostRole } from '@hearth/contracts/kernel/access'
import type { Job } from '@hearth/contracts/kernel/process'
import type { MailQueue } from '@hearth/platform/mail/mailQueue'
import type pg from 'pg'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { accountFold } from './account.state.ts'
import { isBeingErased, ownersToTell, type Member } from './account.state.ts'
import { inTurn, mailTurn } from './inTurn.ts'

const ROLES: Readonly<Record<HostRole, string>> = {
  owner: 'an owner',
  cohost_full: 'a co-host for everything',
  cohost_messaging: 'a co-host for messages',
  cohost_calendar: 'a co-host for the calendar',
}

type Words = Readonly<{ subject: string; line: string }>

const NOT_EXPECTED = 'If you did not expect this, look at your team at once and tell Hearth.'
const minute = (at: string) => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`
const titleOf = (capability: string) =>
  Object.hasOwn(CAPABILITIES, capability) ? CAPABILITIES[capability as Capability].title : capability

const wordsOf: Readonly<Record<TeamNotice, (name: string, member: Member, data: Job['data']) => Words>> = {
  joined: (name, { email, role }) => ({
    subject: `Somebody joined ${name}`,
    line: `${email} is ${ROLES[role]} of ${name} now.`,
  }),
  changed: (name, { email, role, listingIds }) => ({
    subject: `Somebody’s role in ${name} changed`,
    line: `${email} is ${ROLES[role]} of ${name} now${listingIds === null ? '' : `, for ${listingIds.length} of its listings`}.`,
  }),
  removed: (name, { email }) => ({
    subject: `Somebody left ${name}`,
    line: `${email} does not belong to ${name} any more.`,
  }),
  asked: (name, { email }, { capability = '' }) => ({
    subject: `Somebody asks for a permission in ${name}`,
    line: `${email} would like to ${titleOf(capability)}. Decide under “Team”.`,
  }),
  transfer_requested: (name, { email }) => ({
    subject: `Ownership of ${name} is offered`,
    line: `${email} is asked to take over ${name}. Nothing happens until they confirm; then it takes 72 hours.`,
  }),
  transfer_confirmed: (name, { email }, { at = '' }) => ({
    subject: `Ownership of ${name} will pass`,
    line: `${email} has confirmed to take over ${name}. It happens on ${minute(at)}; until then both sides can stop it.`,
  }),
  transfer_cancelled: (name) => ({
    subject: `Ownership of ${name} stays where it is`,
    line: `The hand-over of ${name} was stopped.`,
  }),
  transferred: (name, { email }) => ({
    subject: `Ownership of ${name} has passed`,
    line: `${email} owns ${name} now.`,
  }),
}

/** Whoever joined or asked for something did it a moment ago. */
const OWN_DOING: readonly TeamNotice[] = ['joined', 'asked']

const isNotice = (what: string): what is TeamNotice => Object.hasOwn(wordsOf, what)

/** Tells owners, and whom it is about, what changes in a team (domain.md §2.23). */
export const createTeamNotices = ({
  pool,
  handler,
  mail,
  publicUrl,
}: Readonly<{ pool: pg.Pool; handler: Pick<CommandHandler, 'view'>; mail: MailQueue; publicUrl: URL }>) => ({
  tell: async (data: Job['data']): Promise<void> => {
    const { hostAccountId = '', memberId = '', fromMemberId = '', what = '' } = data
    await inTurn(pool, mailTurn(hostAccountId), async (transaction) => {
      const { state } = await handler.view(accountFold, hostAccountId, 0)
      const member = state.status === 'none' ? undefined : state.members[memberId]
      if (state.status === 'none' || member === undefined || isBeingErased(state, member) || !isNotice(what))
        return
      const { subject, line } = wordsOf[what](String(state.profile['displayName']), member, data)
      const former = state.members[fromMemberId]
      const readers = [
        ...ownersToTell(state),
        member,
        ...(former === undefined || isBeingErased(state, former) ? [] : [former]),
      ]
      const addresses = new Set(readers.map(({ email }) => email))
      if (OWN_DOING.includes(what)) addresses.delete(member.email)
      const link = { label: 'Look at the team', url: new URL('/account?tab=team', publicUrl).href }
      for (const to of addresses)
        await mail.add('message', { to, subject, lines: [line, NOT_EXPECTED], link }, transaction)
    })
  },
})
