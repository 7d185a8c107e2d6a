import { z } from 'zod'

/** Roles of people inside a host account (docs/domain/access.md#roles). */
export const HOST_ROLES = ['owner', 'cohost_full', 'cohost_messaging', 'cohost_calendar'] as const
/** Roles of staff (docs/domain/access.md#roles). */
export const STAFF_ROLES = ['support', 'finance', 'admin', 'auditor'] as const
/** Programs that act for the outside world or for the clock (docs/domain/access.md#roles). */
export const SERVICE_ROLES = ['gateway', 'importer', 'scheduler', 'provider'] as const
/**
 * What an impersonation may be limited to; `all` is every one of them (docs/domain/impersonation.md#request).
 */
export const IMPERSONATION_SCOPES = ['bookings', 'calendar', 'inbox', 'money', 'onboarding', 'all'] as const
/** Staff read, or act on the host's behalf (docs/domain/impersonation.md#request). */
export const IMPERSONATION_MODES = ['read_only', 'act_as'] as const

export const zHostRole = z.enum(HOST_ROLES)
export const zStaffRole = z.enum(STAFF_ROLES)
export const zServiceRole = z.enum(SERVICE_ROLES)
export const zImpersonationScope = z.enum(IMPERSONATION_SCOPES)
export const zImpersonationMode = z.enum(IMPERSONATION_MODES)
export type HostRole = z.infer<typeof zHostRole>
export type StaffRole = z.infer<typeof zStaffRole>
export type ServiceRole = z.infer<typeof zServiceRole>
export type ImpersonationScope = z.infer<typeof zImpersonationScope>
export type ImpersonationMode = z.infer<typeof zImpersonationMode>
export type Role = HostRole | StaffRole | ServiceRole

const everyHost = HOST_ROLES
const hostsWhoManage = ['owner', 'cohost_full'] as const
const everyStaff = STAFF_ROLES
const operators = ['support', 'admin'] as const

type ViewScope = Exclude<ImpersonationScope, 'all'>

/** One line of the table: what it allows, who has it, and under which conditions. */
export type CapabilityDefinition = Readonly<{
  /** Ends the sentence "You may not …". */
  title: string
  roles: readonly Role[]
  /**
   * Asks people for a proof of who they are that is at most five minutes old (docs/domain/access.md#step-up).
   */
  stepUp?: true
  /** The scopes of an impersonation that each open it for reading. Absent: never while impersonating. */
  viewScope?: ViewScope | readonly ViewScope[]
  /**
   * The scope of an impersonation that opens it for acting. Absent: excluded
   * (docs/domain/impersonation.md#excluded).
   */
  actScope?: Exclude<ImpersonationScope, 'all'>
  /** Opens personal data. A field of a row that holds personal data is declared with one of these. */
  personal?: true
}>

/** Nothing but the keys of a definition: a misspelt optional key would silently leave its condition out. */
type Exact<Table> = {
  [Name in keyof Table]: Table[Name] & {
    readonly [Key in Exclude<keyof Table[Name], keyof CapabilityDefinition>]: never
  }
}

/** Keeps the names and roles of the table as literal types. */
export const defineCapabilities = <const Table extends Readonly<Record<string, CapabilityDefinition>>>(
  table: Table & Exact<Table>,
): Table => table

/**
 * The one table of who may do what: the server enforces it, the console shows, disables or hides by it
 * (docs/domain/access.md).
 */
export const CAPABILITIES = defineCapabilities({
  'account.read': {
    title: 'see the account',
    roles: [...everyHost, ...everyStaff, 'importer'],
    viewScope: 'onboarding',
  },
  'account.name': {
    title: 'see the account’s name',
    roles: [...everyHost, ...everyStaff, 'importer'],
    viewScope: 'onboarding',
    personal: true,
  },
  /** What a field is closed with as long as nothing declares who sees it. */
  'account.private': { title: 'see what only the owner sees', roles: ['owner'] },
  'account.create': { title: 'open accounts', roles: ['admin', 'importer'] },
  'account.profile': { title: 'change the account’s profile', roles: ['owner', 'admin'] },
  'account.legal': {
    title: 'see and change the account’s legal identity',
    roles: ['owner', 'admin'],
    stepUp: true,
    personal: true,
  },
  'account.notifications': { title: 'choose notifications', roles: everyHost },
  'account.export': { title: 'export the account’s data', roles: ['owner'], stepUp: true },
  'account.exports': { title: 'see exports and erasures', roles: ['owner'] },
  'account.erase': { title: 'erase a person’s data', roles: ['owner'], stepUp: true },
  'account.close': { title: 'close the account', roles: ['owner'], stepUp: true },
  'account.transfer': { title: 'transfer ownership', roles: ['owner'], stepUp: true },
  'account.accept-transfer': { title: 'accept ownership', roles: everyHost, stepUp: true },
  'account.cancel-transfer': { title: 'stop an ownership transfer', roles: everyHost },
  'account.stop-owner-change': { title: 'stop a change of owners by Hearth', roles: everyHost },
  'team.read': {
    title: 'see the team',
    roles: [...hostsWhoManage, ...everyStaff],
    viewScope: 'onboarding',
    personal: true,
  },
  'team.invite': { title: 'invite co-hosts', roles: [...hostsWhoManage, 'admin'], stepUp: true },
  'team.manage': { title: 'change the team', roles: ['owner', 'admin'], stepUp: true },
  'team.propose-owner': { title: 'propose a change of owners', roles: ['admin'], stepUp: true },
  'team.approve-owner': { title: 'approve a change of owners', roles: ['admin'], stepUp: true },
  'team.leave': { title: 'leave the team', roles: everyHost, stepUp: true },
  'team.ask': { title: 'request access from the owners', roles: everyHost },
  'team.import': { title: 'import members', roles: ['importer'] },
  'team.join': { title: 'join the team', roles: ['scheduler'] },
  'access-log.read': { title: 'see the access log', roles: ['owner', ...everyStaff], personal: true },
  'listing.read': {
    title: 'see listings',
    roles: [...everyHost, ...everyStaff, 'gateway', 'importer'],
    viewScope: 'onboarding',
  },
  /** What nights cost, and what a stay would (docs/domain/access.md#roles). */
  'listing.price': {
    title: 'see prices',
    roles: [...hostsWhoManage, ...everyStaff, 'gateway', 'importer'],
    viewScope: 'onboarding',
  },
  /** What people write about a listing may name a person. */
  'listing.texts': {
    title: 'see what people write about listings',
    roles: [...everyHost, ...everyStaff, 'gateway', 'importer'],
    viewScope: 'onboarding',
    personal: true,
  },
  'listing.write': {
    title: 'change listings',
    roles: [...hostsWhoManage, ...operators, 'importer'],
    actScope: 'onboarding',
  },
  'listing.publish': {
    title: 'publish and pause listings',
    roles: [...hostsWhoManage, ...operators, 'importer'],
    actScope: 'onboarding',
  },
  /** The file's listing, request, conversation or claim decides which ones (docs/domain/file.md#serving). */
  'file.read': {
    title: 'open files',
    roles: [...everyHost, ...everyStaff, 'gateway', 'importer'],
    viewScope: ['onboarding', 'inbox', 'money'],
  },
  'listing.import': { title: 'import registrations', roles: ['importer'] },
  'listing.curate': { title: 'review changes to listings', roles: [...operators] },
  'onboarding.review': { title: 'review listings before they go live', roles: [...operators] },
  'agreement.read': {
    title: 'see management agreements',
    roles: [...hostsWhoManage, ...everyStaff],
    viewScope: 'onboarding',
    personal: true,
  },
  'agreement.generate': { title: 'prepare management agreements', roles: ['owner', ...operators] },
  'agreement.respond': { title: 'decline a management agreement', roles: ['owner'] },
  'agreement.sign': { title: 'sign management agreements', roles: ['owner'], stepUp: true },
  /** Never while impersonating (docs/domain/agreement.md#signing). */
  'agreement.countersign': { title: 'sign management agreements for Hearth', roles: [...operators] },
  'photoshoot.read': {
    title: 'see photo shoots',
    roles: [...hostsWhoManage, ...everyStaff],
    viewScope: 'onboarding',
  },
  'photoshoot.write': {
    title: 'book photo shoots',
    roles: [...hostsWhoManage, ...operators],
    actScope: 'onboarding',
  },
  'photoshoot.run': { title: 'record the outcome of photo shoots', roles: [...operators] },
  /** Co-hosts may pause, but not delist. */
  'listing.delist': { title: 'remove listings', roles: ['owner', ...operators] },
  'listing.suspend': { title: 'suspend listings', roles: [...operators] },
  'listing.stage': { title: 'update the setup stage of listings', roles: ['scheduler'] },
  'calendar.read': {
    title: 'see the calendar',
    roles: [...everyHost, ...everyStaff, 'gateway'],
    viewScope: 'calendar',
  },
  'feed.name': {
    title: 'see the names of imported calendars',
    roles: [...everyHost, ...everyStaff, 'gateway'],
    viewScope: 'calendar',
    personal: true,
  },
  /** Block nights, and change one's own blocks (docs/domain/calendar.md#blocks). */
  'block.write': {
    title: 'block nights',
    roles: [...hostsWhoManage, 'cohost_calendar', ...operators, 'importer'],
    actScope: 'calendar',
  },
  'block.manage': {
    title: 'change the blocks of other people',
    roles: [...hostsWhoManage, ...operators, 'importer'],
    actScope: 'calendar',
  },
  'feed.write': {
    title: 'change imported and exported calendars',
    roles: [...hostsWhoManage, ...operators, 'importer'],
    actScope: 'calendar',
  },
  /** What people write about a block may name a person. */
  'block.note': {
    title: 'see notes of blocks',
    roles: [...everyHost, ...operators, 'importer'],
    viewScope: 'calendar',
    personal: true,
  },
  'booking.read': {
    title: 'see bookings',
    roles: [...everyHost, ...everyStaff, 'gateway', 'importer'],
    viewScope: 'bookings',
  },
  /**
   * Beyond the dates: a co-host who only sees the calendar sees no guest and no code
   * (docs/domain/access.md#roles).
   */
  'booking.details': {
    title: 'see guests and booking codes',
    roles: [...hostsWhoManage, 'cohost_messaging', ...everyStaff, 'gateway', 'importer'],
    viewScope: 'bookings',
    personal: true,
  },
  'booking.money': {
    title: 'see amounts',
    roles: [...hostsWhoManage, ...everyStaff, 'gateway', 'importer'],
    viewScope: 'money',
  },
  'booking.receive': { title: 'receive bookings', roles: ['gateway', 'importer'] },
  'booking.cancel': {
    title: 'cancel bookings',
    roles: [...hostsWhoManage],
    actScope: 'bookings',
    viewScope: 'bookings',
  },
  'booking.cancel-by-guest': { title: 'cancel for guests', roles: ['gateway', 'importer'] },
  'booking.cancel-by-staff': { title: 'cancel as Hearth', roles: [...operators] },
  'booking.revoke-cancellation': {
    title: 'undo a cancellation',
    roles: [...hostsWhoManage, ...operators],
    actScope: 'bookings',
  },
  'booking.note': {
    title: 'write notes',
    roles: [...hostsWhoManage, 'support', 'admin'],
    actScope: 'bookings',
  },
  'booking.guest-email': {
    title: 'change a guest’s email address',
    roles: [...hostsWhoManage, 'cohost_messaging', ...operators],
    actScope: 'inbox',
  },
  'booking.no-show': {
    title: 'record a no-show',
    roles: [...hostsWhoManage, ...operators, 'importer'],
    actScope: 'bookings',
  },
  'booking.clock': { title: 'record check-ins and check-outs', roles: ['scheduler', 'importer'] },
  'booking.refund': { title: 'report refunds', roles: ['provider', 'scheduler'] },
  'booking.chargeback': { title: 'report chargebacks', roles: ['gateway', 'provider'] },
  /** Ask Hearth for work on a home, and close or reopen what was asked for. */
  'request.service': {
    title: 'ask for service',
    roles: [...hostsWhoManage, 'cohost_messaging', ...operators],
    actScope: 'inbox',
  },
  'request.work': { title: 'work on service requests', roles: [...operators] },
  'request.expense': { title: 'ask for the approval of expenses', roles: [...operators, 'importer'] },
  /** Never while impersonating: staff who ask for money do not approve it (docs/domain/request.md#expenses). */
  'request.approve-expense': { title: 'approve expenses', roles: ['owner'] },
  'request.read': {
    title: 'see requests',
    roles: [...hostsWhoManage, 'cohost_messaging', ...everyStaff, 'gateway', 'importer'],
    viewScope: 'inbox',
  },
  'request.open': { title: 'open requests of guests', roles: ['gateway'] },
  'request.decide': {
    title: 'decide requests of guests',
    roles: [...hostsWhoManage, ...operators],
    actScope: 'bookings',
  },
  'request.withdraw': {
    title: 'withdraw requests',
    roles: [...hostsWhoManage, 'cohost_messaging', ...operators, 'gateway'],
    actScope: 'inbox',
  },
  'request.clock': { title: 'end the time of requests', roles: ['scheduler'] },
  'incident.read': {
    title: 'see incidents',
    roles: [...hostsWhoManage, 'cohost_messaging', ...everyStaff],
    viewScope: 'inbox',
    personal: true,
  },
  'incident.report': {
    title: 'report incidents',
    roles: [...hostsWhoManage, 'cohost_messaging', ...operators],
    actScope: 'inbox',
  },
  'incident.work': { title: 'acknowledge incidents', roles: [...operators] },
  'incident.clock': { title: 'end the time of incidents', roles: ['scheduler'] },
  'reimbursement.read': {
    title: 'see claims for reimbursement',
    roles: [...hostsWhoManage, ...everyStaff, 'gateway', 'importer'],
    viewScope: 'money',
  },
  /** What hosts, guests and reviewers write, and the files (docs/domain/reimbursement.md#access). */
  'reimbursement.texts': {
    title: 'see what claims for reimbursement say',
    roles: [...hostsWhoManage, ...everyStaff, 'gateway'],
    viewScope: 'money',
    personal: true,
  },
  /** Never while impersonating: staff decide claims, so they file none. */
  'reimbursement.write': {
    title: 'file claims for reimbursement',
    roles: [...hostsWhoManage, 'importer'],
  },
  'reimbursement.respond': { title: 'answer claims for guests', roles: ['gateway'] },
  'reimbursement.review': {
    title: 'decide claims for reimbursement',
    roles: ['support', 'finance', 'admin'],
  },
  'reimbursement.approve': {
    title: 'approve decisions about claims for reimbursement',
    roles: ['finance', 'admin'],
  },
  /** Decisions before a second person approved them. */
  'reimbursement.proposals': {
    title: 'see proposed decisions about claims',
    roles: everyStaff,
    personal: true,
  },
  'reimbursement.clock': { title: 'end the time of claims for reimbursement', roles: ['scheduler'] },
  /** Messages are the guest's own words. Finance has no use for them (docs/domain/thread.md#access). */
  'thread.read': {
    title: 'see messages',
    roles: [...hostsWhoManage, 'cohost_messaging', 'support', 'admin', 'auditor'],
    viewScope: 'inbox',
    personal: true,
  },
  'thread.write': {
    title: 'write to guests',
    roles: [...hostsWhoManage, 'cohost_messaging', ...operators, 'importer'],
    actScope: 'inbox',
  },
  'thread.organize': {
    title: 'assign, star and archive conversations',
    roles: [...hostsWhoManage, 'cohost_messaging', 'importer'],
    actScope: 'inbox',
  },
  /** What one person has read; staff who act as the host leave it alone. */
  'thread.mark-read': {
    title: 'mark messages as read',
    roles: [...hostsWhoManage, 'cohost_messaging'],
  },
  'reply-template.read': {
    title: 'see saved replies',
    roles: [...hostsWhoManage, 'cohost_messaging'],
    viewScope: 'inbox',
    personal: true,
  },
  'reply-template.write': {
    title: 'change saved replies',
    roles: [...hostsWhoManage, 'cohost_messaging', 'importer'],
    actScope: 'inbox',
  },
  'message-rule.read': {
    title: 'see scheduled messages',
    roles: [...hostsWhoManage, 'cohost_messaging'],
    viewScope: 'inbox',
  },
  'message-rule.write': {
    title: 'change scheduled messages',
    roles: [...hostsWhoManage, 'cohost_messaging', 'importer'],
    actScope: 'inbox',
  },
  'thread.receive': { title: 'deliver messages from guests', roles: ['gateway'] },
  'thread.clock': { title: 'remind hosts of messages', roles: ['scheduler'] },
  'thread.deliver': { title: 'deliver messages to guests', roles: ['scheduler'] },
  /** What both sides wrote, once it is revealed. */
  'review.read': {
    title: 'see reviews',
    roles: [...hostsWhoManage, 'support', 'admin', 'auditor'],
    viewScope: 'bookings',
    personal: true,
  },
  /** Never while impersonating: a review is the host’s own (docs/domain/review.md#access). */
  'review.write': { title: 'review guests', roles: [...hostsWhoManage, 'importer'] },
  'review.receive': { title: 'deliver reviews of guests', roles: ['gateway', 'importer'] },
  'review.clock': { title: 'open and reveal reviews', roles: ['scheduler', 'importer'] },
  'review.decide': { title: 'decide disputes about reviews', roles: [...operators] },
  'payout.read': {
    title: 'see payouts',
    roles: [...hostsWhoManage, ...everyStaff],
    viewScope: 'money',
    personal: true,
  },
  'payout.review': { title: 'see how payouts are processed', roles: everyStaff, personal: true },
  'payout.approve': { title: 'approve, hold and cancel payouts', roles: ['finance', 'admin'] },
  'payout.run': { title: 'run payouts', roles: ['scheduler'] },
  'payout.report': { title: 'report the outcome of payouts', roles: ['provider', 'scheduler'] },
  'bank-line.read': { title: 'see bank lines', roles: ['finance', 'admin'], personal: true },
  'bank-line.settle': { title: 'settle bank lines', roles: ['finance', 'admin'] },
  'bank-line.record': { title: 'record bank lines', roles: ['scheduler'] },
  'payout-account.read': { title: 'see payout settings', roles: ['owner', ...everyStaff], personal: true },
  'payout-account.write': { title: 'change payout settings', roles: ['owner'], stepUp: true },
  'payout-account.review': { title: 'hold and release an account’s payouts', roles: ['finance'] },
  'payout-account.import': { title: 'import bank accounts', roles: ['importer'] },
  'ledger.read': {
    title: 'see earnings',
    roles: [...hostsWhoManage, ...everyStaff],
    viewScope: 'money',
    personal: true,
  },
  /** Of the whole account: a co-host of some of its listings only sees their entries. */
  'ledger.balance': { title: 'see balances', roles: ['owner', ...everyStaff], viewScope: 'money' },
  /** Of the whole account, so not for a co-host of some of its listings (docs/domain/statement.md#who-sees-them). */
  'statement.read': {
    title: 'see statements',
    roles: [...hostsWhoManage, ...everyStaff],
    viewScope: 'money',
  },
  /** Each report also needs the right to what it is about (docs/domain/report.md#who-sees-them). */
  'report.run': {
    title: 'run reports',
    roles: [...hostsWhoManage, ...everyStaff],
    viewScope: 'money',
  },
  /** Never while impersonating: a file shows what the person who asked for it may see. */
  'report.keep': { title: 'keep and download reports', roles: hostsWhoManage },
  'report.record': { title: 'record the progress of reports', roles: ['scheduler'] },
  'statement.lock': { title: 'lock statements', roles: ['scheduler'] },
  'ledger.post': { title: 'write entries', roles: ['scheduler'] },
  'ledger.adjustments': { title: 'see adjustments', roles: everyStaff, personal: true },
  'ledger.propose': { title: 'propose adjustments', roles: ['support', 'finance', 'admin'] },
  'ledger.approve': { title: 'approve adjustments', roles: ['finance', 'admin'] },
  /** Never while impersonating (docs/domain/referral.md#who-sees-a-referral). */
  'referral.read': { title: 'see referrals', roles: ['owner', ...everyStaff], personal: true },
  'referral.write': { title: 'invite hosts', roles: ['owner', 'importer'] },
  'referral.accept': { title: 'accept an invitation from a host', roles: ['owner', 'importer'] },
  'referral.advance': { title: 'record the progress of referrals', roles: ['scheduler'] },
  /** Never while impersonating (docs/domain/tax-profile.md#who-sees-what). */
  'tax.status': { title: 'see the tax status', roles: ['owner', ...everyStaff] },
  'tax.read': {
    title: 'see tax details',
    roles: ['owner', 'finance', 'admin', 'auditor'],
    personal: true,
  },
  'tax.answer': { title: 'answer the tax interview', roles: ['owner'], personal: true },
  'tax.write': { title: 'give tax details', roles: ['owner'], stepUp: true },
  'tax.issue': { title: 'issue tax documents', roles: ['finance'] },
  'tax.filings': { title: 'see files for tax authorities', roles: ['finance', 'admin', 'auditor'] },
  'tax.file': { title: 'make files for tax authorities', roles: ['finance'], stepUp: true },
  'tax.import': { title: 'import tax forms', roles: ['importer'] },
  'tax.record': { title: 'record the progress of tax details', roles: ['scheduler'] },
  'disruption.read': { title: 'see declared events', roles: everyStaff },
  'disruption.declare': { title: 'declare events', roles: ['admin', 'finance'] },
  'disruption.approve': { title: 'approve declared events', roles: ['admin'] },
  'disruption.apply': { title: 'apply declared events', roles: ['scheduler'] },
  'policy.read': { title: 'see policies', roles: [...everyHost, ...everyStaff], viewScope: 'bookings' },
  'policy.review': { title: 'see proposed policies', roles: everyStaff },
  'policy.propose': { title: 'propose policies', roles: ['admin', 'finance'] },
  'policy.approve': { title: 'approve policies', roles: ['admin'] },
  /**
   * Each person has their own, and those that the team shares. Never while impersonating: staff read a list
   * with filters of their own (docs/domain/saved-view.md#who-sees-a-view).
   */
  'saved-view.read': { title: 'see saved views', roles: everyHost, personal: true },
  'saved-view.write': { title: 'save views', roles: everyHost },
  'event.read': { title: 'see the history', roles: [...everyHost, ...everyStaff], viewScope: 'bookings' },
  /** Personal fields of events in the open; others read them masked. */
  'event.personal': {
    title: 'see personal data in the history',
    roles: [...everyHost, 'support', 'admin'],
    viewScope: 'bookings',
    personal: true,
  },
  'queue.read': { title: 'see what waits for staff', roles: everyStaff },
  'projection.read': { title: 'see the projections', roles: everyStaff },
  'projection.operate': { title: 'operate the projections', roles: ['admin'] },
  'job.read': { title: 'see the job queues', roles: everyStaff },
  'job.operate': { title: 'retry failed jobs', roles: ['finance', 'admin'] },
  'impersonation.read': { title: 'see impersonations', roles: everyStaff, personal: true },
  'impersonation.look': { title: 'view as a host', roles: ['support', 'finance', 'admin'], stepUp: true },
  'impersonation.act': { title: 'act as a host', roles: [...operators], stepUp: true },
  'impersonation.approve': {
    title: 'approve acting as a host',
    roles: [...operators],
    stepUp: true,
  },
  'impersonation.delay-notice': { title: 'delay the notification to a host', roles: ['admin'], stepUp: true },
  'impersonation.consent': { title: 'let Hearth act on your behalf', roles: ['owner'], stepUp: true },
  'audit.read': { title: 'see the audit log', roles: ['admin', 'auditor'] },
})

export type Capability = keyof typeof CAPABILITIES

/** The line of the table, with its optional fields visible to the type checker. */
export const capabilityOf = (capability: Capability): CapabilityDefinition => CAPABILITIES[capability]

/** Pure and total: unknown capabilities and roles are refused. */
export const can = (role: Role, capability: Capability): boolean =>
  (CAPABILITIES[capability].roles as readonly Role[]).includes(role)

/**
 * What an impersonation allows of the owner's capabilities (docs/domain/impersonation.md#excluded).
 */
export type ImpersonationGrant = Readonly<{ mode: ImpersonationMode; scopes: readonly ImpersonationScope[] }>

const covers = ({ scopes }: ImpersonationGrant, opening: CapabilityDefinition['viewScope']) =>
  opening !== undefined &&
  (scopes.includes('all') || [opening].flat().some((scope) => scopes.includes(scope)))

/** Whether the capability may be used for reading while impersonating. */
export const canLook = (grant: ImpersonationGrant, capability: Capability): boolean =>
  can('owner', capability) && covers(grant, capabilityOf(capability).viewScope)
/** Whether the capability may be used for acting while impersonating. */
export const canAct = (grant: ImpersonationGrant, capability: Capability): boolean =>
  grant.mode === 'act_as' && can('owner', capability) && covers(grant, capabilityOf(capability).actScope)

/** A proof of identity counts for this long (docs/domain/access.md#step-up). Seconds. */
export const STEP_UP_S = 300

export const isHost = (role: Role): role is HostRole => (HOST_ROLES as readonly Role[]).includes(role)
export const isStaff = (role: Role): role is StaffRole => (STAFF_ROLES as readonly Role[]).includes(role)
export const isService = (role: Role): role is ServiceRole =>
  (SERVICE_ROLES as readonly Role[]).includes(role)

/** How a person signed in, or proved again who they are (docs/domain/login.md). */
export const LOGIN_METHODS = [
  'password',
  'password_totp',
  'password_recovery_code',
  'email_link',
  'password_reset',
  'invitation',
  'handoff',
  'provider',
] as const
export const zLoginMethod = z.enum(LOGIN_METHODS)
export type LoginMethod = z.infer<typeof zLoginMethod>
