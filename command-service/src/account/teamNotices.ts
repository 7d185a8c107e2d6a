import type { TeamNotice } from '@hearth/contracts/account/processes'
import { CAPABILITIES, type Capability, type HostRole } from '@hearth/contracts/kernel/access'
import type { Job } from '@hearth/contracts/kernel/process'
import { isBeingErased, ownersToTell, type Member } from './account.state.ts'
import { createAccountMailer, toEach, type AccountMailParts } from './accountMailer.ts'

const ROLES: Readonly<Record<HostRole, string>> = {
  owner: 'an owner',
  cohost_full: 'a full co-host',
  cohost_messaging: 'a messaging co-host',
  cohost_calendar: 'a calendar co-host',
}

type Words = Readonly<{ subject: string; line: string }>

const NOT_EXPECTED = 'If you didn’t expect this, check your team now and contact Hearth support.'
const minute = (at: string) => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`
const describeCapability = (capability: string) =>
  Object.hasOwn(CAPABILITIES, capability) ? CAPABILITIES[capability as Capability].title : capability

const WORDS: Readonly<Record<TeamNotice, (name: string, member: Member, data: Job['data']) => Words>> = {
  joined: (name, { email, role }) => ({
    subject: `Someone joined ${name}`,
    line: `${email} is now ${ROLES[role]} of ${name}.`,
  }),
  changed: (name, { email, role, listingIds }) => ({
    subject: `A role in ${name} changed`,
    line:
      `${email} is now ${ROLES[role]} of ${name}` +
      `${listingIds === null ? '' : `, for ${listingIds.length} of its listings`}.`,
  }),
  removed: (name, { email }) => ({
    subject: `Someone left ${name}`,
    line: `${email} is no longer a member of ${name}.`,
  }),
  asked: (name, { email }, { capability = '' }) => ({
    subject: `New access request in ${name}`,
    line:
      `${email} would like to ${describeCapability(capability)}. ` +
      'Approve or decline the request under “Team”.',
  }),
  transfer_requested: (name, { email }) => ({
    subject: `Ownership transfer started for ${name}`,
    line:
      `${email} has been asked to become the owner of ${name}. Nothing changes until they accept. ` +
      'The transfer then takes 72 hours.',
  }),
  transfer_confirmed: (name, { email }, { at = '' }) => ({
    subject: `Ownership of ${name} will be transferred`,
    line:
      `${email} has accepted and becomes the owner of ${name} on ${minute(at)}. ` +
      'Until then either side can stop the transfer.',
  }),
  transfer_cancelled: (name) => ({
    subject: `Ownership transfer stopped for ${name}`,
    line: `The ownership transfer of ${name} was stopped. Nothing has changed.`,
  }),
  transferred: (name, { email }) => ({
    subject: `Ownership of ${name} has been transferred`,
    line: `${email} is now the owner of ${name}.`,
  }),
}

/** A member's own action needs no notice to them. */
const OWN_DOING: readonly TeamNotice[] = ['joined', 'asked']

const isNotice = (what: string): what is TeamNotice => Object.hasOwn(WORDS, what)

/** Mails the owners and the member concerned about changes in a team (docs/domain/account.md#team). */
export const createTeamNotices = ({
  publicUrl,
  ...parts
}: AccountMailParts & Readonly<{ publicUrl: URL }>) => {
  const mailAccount = createAccountMailer(parts)
  return {
    tell: async (data: Job['data']): Promise<void> => {
      const { hostAccountId = '', memberId = '', fromMemberId = '', what = '' } = data
      await mailAccount(hostAccountId, (state) => {
        const member = state.members[memberId]
        if (member === undefined || isBeingErased(state, member) || !isNotice(what)) return []
        const { subject, line } = WORDS[what](String(state.profile['displayName']), member, data)
        const former = state.members[fromMemberId]
        const readers = [
          ...ownersToTell(state),
          member,
          ...(former === undefined || isBeingErased(state, former) ? [] : [former]),
        ]
        const link = { label: 'View your team', url: new URL('/account?tab=team', publicUrl).href }
        return toEach(
          readers.filter(({ email }) => !OWN_DOING.includes(what) || email !== member.email),
          { subject, lines: [line, NOT_EXPECTED], link },
        )
      })
    },
  }
}
