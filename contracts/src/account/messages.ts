import { z } from 'zod'
import { CAPABILITIES, zHostRole, type Capability } from '../kernel/access.ts'
import { zInstant, zTimeZone } from '../kernel/dates.ts'
import { zDisplayName } from '../kernel/displayName.ts'
import { MAX_ERASED_ROWS } from '../kernel/accountTexts.ts'
import { zId } from '../kernel/ids.ts'
import { zCurrency } from '../kernel/money.ts'
import { OF_ACCOUNT, defineAggregate, type CommandsOf, type EventsOf } from '../kernel/message.ts'
import { zEmail } from '../kernel/email.ts'
import { zLine, zText } from '../kernel/text.ts'
import { zNotificationChoice, zQuietHours } from './notifications.ts'
import { ownerChangeCommands, ownerChangeEvents } from './ownerChanges.ts'

/** An invitation can be accepted for this long (docs/domain/account.md#team). */
export const INVITATION_DAYS = 7
/** Ownership passes this long after both have confirmed (docs/domain/account.md#ownership). */
export const TRANSFER_DELAY_HOURS = 72
/** A data export can be downloaded for this long. */
export const EXPORT_DAYS = 7
/** Members and open invitations of one account. */
export const MAX_MEMBERS = 100
/** Invitations that one account sends within 24 hours; to one address it sends one. */
export const MAX_INVITATIONS_PER_DAY = 20

const zCountry = z.string().regex(/^[A-Z]{2}$/, 'must be a two-letter country code')
const zAccountKind = z.enum(['individual', 'company'])
/** Listings that a member manages; null is every listing of the account, including future ones. */
export const zListingScope = z.array(zId).min(1).max(200).nullable()
/**
 * Whose data is to be erased: a guest by `guestRef`, a former member by the row's id, the closed account's
 * own by its id.
 */
export const zSubjectKind = z.enum(['guest', 'member', 'account'])
export type SubjectKind = z.infer<typeof zSubjectKind>

const zCapability = z.enum(Object.keys(CAPABILITIES) as [Capability, ...Capability[]])

const details = z.strictObject({
  displayName: zLine(1, 80),
  kind: zAccountKind,
  country: zCountry,
  defaultCurrency: zCurrency,
  timezone: zTimeZone,
})
const profile = { displayName: zDisplayName, defaultCurrency: zCurrency, timezone: zTimeZone }
const phone = z.string().regex(/^\+[1-9]\d{6,14}$/, 'must be a phone number such as +14155550100')
const place = { role: zHostRole, listingIds: zListingScope }

const of = { hostAccountId: z.string() }
const scope = { role: zHostRole, listingIds: z.array(z.string()).nullable() }
const person = { memberId: z.string(), userId: z.string() }
const transfer = { ...of, transferId: z.string() }
const ask = { ...of, requestId: z.string() }
const exported = { ...of, exportId: z.string() }
const about = {
  erasureId: z.string(),
  kind: zSubjectKind,
  subjectId: z.string(),
  /** The ids under which the person's keys are kept. */
  subjects: z.array(z.string()),
  /** Members, permission requests and exports of the account that contain data about the person. */
  records: z.array(z.string()),
}

/** Notices that are marked as read together; more of them are marked by an instant. */
const MAX_NOTICES_READ = 50
const on = (verb: string) => ({ collection: 'accounts', verb }) as const
const common = { ifMatch: 'optional' } as const

/**
 * A host account: the tenant that owns listings, bookings and money, and its team (docs/domain/account.md).
 */
export const account = defineAggregate({
  category: 'hostAccount',
  events: {
    AccountOpened: { version: 1, schema: details.extend(of), personal: { displayName: OF_ACCOUNT } },
    AccountRenamed: {
      version: 1,
      schema: z.strictObject({ ...of, displayName: z.string() }),
      personal: { displayName: OF_ACCOUNT },
    },
    AccountProfileChanged: {
      version: 1,
      schema: z.strictObject({
        ...of,
        displayName: z.string(),
        defaultCurrency: zCurrency,
        timezone: z.string(),
        contactEmail: z.string().nullable(),
        contactPhone: z.string().nullable(),
      }),
      personal: { displayName: OF_ACCOUNT, contactEmail: 'hostAccountId', contactPhone: 'hostAccountId' },
    },
    LegalIdentityChanged: {
      version: 1,
      schema: z.strictObject({
        ...of,
        kind: zAccountKind,
        country: z.string(),
        legalName: z.string(),
        legalAddress: z.string(),
        companyNumber: z.string().nullable(),
      }),
      personal: { legalName: 'hostAccountId', legalAddress: 'hostAccountId', companyNumber: 'hostAccountId' },
    },
    /**
     * Until it is accepted, the invitation itself is the person: its email address is sealed under the
     * member's id.
     */
    MemberInvited: {
      version: 1,
      schema: z.strictObject({
        ...of,
        ...scope,
        memberId: z.string(),
        email: z.string(),
        expiresAt: zInstant,
      }),
      personal: { email: 'memberId' },
    },
    InvitationWithdrawn: { version: 1, schema: z.strictObject({ ...of, memberId: z.string() }) },
    MemberJoined: {
      version: 1,
      schema: z.strictObject({ ...of, ...scope, ...person, name: z.string(), email: z.string() }),
      personal: { name: 'userId', email: 'userId' },
    },
    MemberChanged: {
      version: 1,
      schema: z.strictObject({ ...of, ...person, ...scope, before: z.strictObject(scope) }),
    },
    MemberRemoved: {
      version: 1,
      schema: z.strictObject({ ...of, ...person, reason: z.enum(['removed', 'left']) }),
    },
    NotificationsChosen: {
      version: 1,
      schema: z.strictObject({
        ...of,
        ...person,
        choices: z.array(zNotificationChoice),
        quietHours: zQuietHours.nullable(),
      }),
    },
    /** A member has read their notices: all until an instant, and single ones by the ids of their events. */
    NoticesRead: {
      version: 1,
      schema: z.strictObject({
        ...of,
        ...person,
        until: zInstant.nullable(),
        noticeIds: z.array(z.string()),
      }),
    },
    PermissionRequested: {
      version: 1,
      schema: z.strictObject({ ...ask, ...person, capability: z.string(), text: z.string().nullable() }),
      personal: { text: 'userId' },
    },
    PermissionRequestAccepted: { version: 1, schema: z.strictObject({ ...ask, memberId: z.string() }) },
    PermissionRequestDeclined: { version: 1, schema: z.strictObject({ ...ask, memberId: z.string() }) },
    OwnershipTransferRequested: {
      version: 1,
      schema: z.strictObject({
        ...transfer,
        fromMemberId: z.string(),
        toMemberId: z.string(),
        expiresAt: zInstant,
      }),
    },
    OwnershipTransferConfirmed: {
      version: 1,
      schema: z.strictObject({ ...transfer, effectiveAt: zInstant }),
    },
    OwnershipTransferCancelled: {
      version: 1,
      schema: z.strictObject({ ...transfer, reason: z.enum(['cancelled', 'declined', 'member_gone']) }),
    },
    OwnershipTransferred: {
      version: 1,
      schema: z.strictObject({ ...transfer, fromMemberId: z.string(), toMemberId: z.string() }),
    },
    ...ownerChangeEvents,
    AccountClosed: { version: 1, schema: z.strictObject(of) },
    DataExportRequested: { version: 1, schema: z.strictObject({ ...exported, userId: z.string() }) },
    DataExportReady: {
      version: 1,
      schema: z.strictObject({
        ...exported,
        files: z.int(),
        rows: z.int(),
        bytes: z.int(),
        expiresAt: zInstant,
      }),
    },
    /**
     * Part of an erasure of the account's own data: these rows of the read model no longer show what people
     * wrote.
     */
    AccountTextsErased: {
      version: 1,
      schema: z.strictObject({
        ...of,
        erasureId: z.string(),
        table: z.string().regex(/^[a-z_]+$/),
        ids: z.array(z.string()).min(1),
      }),
    },
    ErasureRequested: { version: 1, schema: z.strictObject({ ...of, ...about }) },
    /**
     * The proof: from this instant on, nothing that was sealed for the person can be opened. `streams` are
     * those outside the account that contain data about them.
     */
    SubjectErased: {
      version: 1,
      schema: z.strictObject({ ...of, ...about, streams: z.array(z.string()), keyDestroyedAt: zInstant }),
    },
  },
  commands: {
    OpenAccount: {
      schema: details.extend({ displayName: zDisplayName }),
      stream: { by: 'creation', account: 'itself' },
      route: { collection: 'accounts' },
      capability: 'account.create',
      ifMatch: 'none',
    },
    RenameAccount: {
      schema: z.strictObject({ displayName: zDisplayName }),
      route: on('rename'),
      capability: 'account.create',
      ifMatch: 'required',
    },
    ChangeAccountProfile: {
      ...common,
      schema: z.strictObject({ ...profile, contactEmail: zEmail.nullable(), contactPhone: phone.nullable() }),
      route: on('change-profile'),
      capability: 'account.profile',
    },
    ChangeLegalIdentity: {
      ...common,
      schema: z.strictObject({
        kind: zAccountKind,
        country: zCountry,
        legalName: zLine(1, 120),
        legalAddress: zText(1, 400),
        companyNumber: zLine(1, 40).nullable(),
      }),
      route: on('change-legal-identity'),
      capability: 'account.legal',
    },
    InviteMember: {
      ...common,
      schema: z.strictObject({ ...place, email: zEmail }),
      route: on('invite-member'),
      capability: 'team.invite',
    },
    WithdrawInvitation: {
      ...common,
      schema: z.strictObject({ memberId: zId }),
      route: on('withdraw-invitation'),
      capability: 'team.invite',
    },
    /** When the invitation's ticket is redeemed; only the system says so. */
    AcceptInvitation: {
      ...common,
      schema: z.strictObject({ memberId: zId, userId: zId, name: zLine(1, 80), email: zEmail }),
      capability: 'team.join',
    },
    /** A member imported with the account from its previous system. */
    ImportMember: {
      ...common,
      schema: z.strictObject({ ...place, userId: zId, name: zLine(1, 80), email: zEmail }),
      route: on('import-member'),
      capability: 'team.import',
    },
    ChangeMemberRole: {
      ...common,
      schema: z.strictObject({ ...place, memberId: zId }),
      route: on('change-member-role'),
      capability: 'team.manage',
    },
    RemoveMember: {
      ...common,
      schema: z.strictObject({ memberId: zId }),
      route: on('remove-member'),
      capability: 'team.manage',
    },
    LeaveAccount: { ...common, schema: z.strictObject({}), route: on('leave'), capability: 'team.leave' },
    ChooseNotifications: {
      ...common,
      schema: z.strictObject({
        choices: z.array(zNotificationChoice).max(40),
        quietHours: zQuietHours.nullable(),
      }),
      route: on('choose-notifications'),
      capability: 'account.notifications',
    },
    ReadNotices: {
      ...common,
      schema: z.strictObject({ until: zInstant.nullable(), noticeIds: z.array(zId).max(MAX_NOTICES_READ) }),
      route: on('read-notices'),
      capability: 'account.notifications',
    },
    RequestPermission: {
      ...common,
      schema: z.strictObject({ capability: zCapability, text: zText(1, 500).nullable() }),
      route: on('request-permission'),
      capability: 'team.ask',
    },
    /** With the role that opens it; the member has it immediately. */
    AcceptPermissionRequest: {
      ...common,
      schema: z.strictObject({ ...place, requestId: zId }),
      route: on('accept-permission-request'),
      capability: 'team.manage',
    },
    DeclinePermissionRequest: {
      ...common,
      schema: z.strictObject({ requestId: zId }),
      route: on('decline-permission-request'),
      capability: 'team.manage',
    },
    RequestOwnershipTransfer: {
      ...common,
      schema: z.strictObject({ memberId: zId }),
      route: on('request-ownership-transfer'),
      capability: 'account.transfer',
    },
    ConfirmOwnershipTransfer: {
      ...common,
      schema: z.strictObject({ transferId: zId }),
      route: on('confirm-ownership-transfer'),
      capability: 'account.accept-transfer',
    },
    CancelOwnershipTransfer: {
      ...common,
      schema: z.strictObject({ transferId: zId }),
      route: on('cancel-ownership-transfer'),
      capability: 'account.cancel-transfer',
    },
    CompleteOwnershipTransfer: {
      ...common,
      schema: z.strictObject({ transferId: zId }),
      capability: 'account.transfer',
    },
    ...ownerChangeCommands,
    CloseAccount: { ...common, schema: z.strictObject({}), route: on('close'), capability: 'account.close' },
    RequestDataExport: {
      ...common,
      schema: z.strictObject({}),
      route: on('request-data-export'),
      capability: 'account.export',
    },
    RecordDataExport: {
      ...common,
      schema: z.strictObject({
        exportId: zId,
        files: z.int().min(0),
        rows: z.int().min(0),
        bytes: z.int().min(0),
        expiresAt: zInstant,
      }),
      capability: 'account.export',
    },
    EraseSubject: {
      ...common,
      schema: z.strictObject({ kind: zSubjectKind, subjectId: zLine(1, 120) }),
      route: on('erase-subject'),
      capability: 'account.erase',
    },
    /** Only as a part of erasing the account; by the system. */
    EraseAccountTexts: {
      ...common,
      schema: z.strictObject({
        erasureId: zId,
        table: z.string().regex(/^[a-z_]+$/),
        ids: z.array(z.string().min(1).max(120)).min(1).max(MAX_ERASED_ROWS),
      }),
      capability: 'account.erase',
    },
    RecordErasure: {
      ...common,
      schema: z.strictObject({ erasureId: zId, streams: z.array(z.string()), keyDestroyedAt: zInstant }),
      capability: 'account.erase',
    },
  },
})
export type AccountEvent = EventsOf<typeof account>
export type AccountCommand = CommandsOf<typeof account>
