import type { Capability } from '@hearth/contracts/kernel/access'
import type { TextKey } from '../i18n/text.ts'
import type { Session } from '../session/session.ts'

/** A part of a page with an address of its own. The first script of the page loads this file: data only. */
export type PageTab = Readonly<{
  title: TextKey
  /** Other words that the command palette finds it by. */ words?: TextKey
  isOpen: (session: Session) => boolean
}>

const has = ({ capabilities }: Session, capability: Capability) => capabilities.includes(capability)
/** A part of the account that stays closed while staff impersonate its host. */
const ofHost =
  (capability: Capability) =>
  (session: Session): boolean =>
    session.account !== null && session.impersonation === null && has(session, capability)

/**
 * The tabs of `/account`: those of the person’s own sign-in always, except during an impersonation; those of
 * the account by the session’s capabilities.
 */
export const accountTabs = {
  profile: {
    title: 'app.tabs.account.profile',
    words: 'app.words.profile',
    isOpen: (session) => session.account !== null && has(session, 'account.read'),
  },
  team: {
    title: 'app.tabs.account.team',
    words: 'app.words.team',
    isOpen: (session) =>
      session.account !== null && (session.impersonation === null || has(session, 'team.read')),
  },
  security: {
    title: 'app.tabs.account.security',
    words: 'app.words.security',
    isOpen: ({ impersonation }) => impersonation === null,
  },
  notifications: {
    title: 'app.tabs.account.notifications',
    words: 'app.words.notifications',
    isOpen: ofHost('account.notifications'),
  },
  access: {
    title: 'app.tabs.account.access',
    words: 'app.words.access',
    isOpen: ofHost('access-log.read'),
  },
  data: { title: 'app.tabs.account.data', words: 'app.words.data', isOpen: ofHost('account.exports') },
} as const satisfies Readonly<Record<string, PageTab>>

const forStaff = (title: TextKey): PageTab => ({ title, isOpen: () => true })

/** The reports of `/internal/reports`, which the page opens to staff only. */
export const reportTabs = {
  projections: forStaff('app.tabs.reports.projections'),
  events: forStaff('app.tabs.reports.events'),
  trace: forStaff('app.tabs.reports.trace'),
  record: forStaff('app.tabs.reports.record'),
  listings: forStaff('app.tabs.reports.listings'),
  payouts: forStaff('app.tabs.reports.payouts'),
  reconciliation: forStaff('app.tabs.reports.reconciliation'),
  bankLines: forStaff('app.tabs.reports.bankLines'),
  holds: forStaff('app.tabs.reports.holds'),
  adjustments: forStaff('app.tabs.reports.adjustments'),
  taxDocuments: forStaff('app.tabs.reports.taxDocuments'),
  disruptions: forStaff('app.tabs.reports.disruptions'),
  replay: forStaff('app.tabs.reports.replay'),
  jobs: forStaff('app.tabs.reports.jobs'),
  failures: forStaff('app.tabs.reports.failures'),
  host: forStaff('app.tabs.reports.host'),
  feeds: forStaff('app.tabs.reports.feeds'),
  owners: forStaff('app.tabs.reports.owners'),
  impersonations: forStaff('app.tabs.reports.impersonations'),
  audit: forStaff('app.tabs.reports.audit'),
}
