import { z } from 'zod'

/** Roles of people inside a host account (domain.md §4). */
export const HOST_ROLES = ['owner', 'cohost_full', 'cohost_messaging', 'cohost_calendar'] as const
/** Roles of our own people (decisions.md §8). */
export const STAFF_ROLES = ['support', 'finance', 'admin', 'auditor'] as const
/** Programs that act for the outside world or for the clock (decisions.md §5). */
export const SERVICE_ROLES = ['gateway', 'importer', 'scheduler', 'provider'] as const

export const zHostRole = z.enum(HOST_ROLES)
export const zStaffRole = z.enum(STAFF_ROLES)
export const zServiceRole = z.enum(SERVICE_ROLES)
export type HostRole = z.infer<typeof zHostRole>
export type StaffRole = z.infer<typeof zStaffRole>
export type ServiceRole = z.infer<typeof zServiceRole>
export type Role = HostRole | StaffRole | ServiceRole

const everyHost = HOST_ROLES
const hostsWhoManage = ['owner', 'cohost_full'] as const
const everyStaff = STAFF_ROLES
const operators = ['support', 'admin'] as const

/** The one table of who may do what: the server enforces it, the console shows, disables or hides by it (domain.md §4). */
export const CAPABILITIES = {
  'account.read': ['owner', 'cohost_full', 'cohost_messaging', 'cohost_calendar', ...everyStaff, 'importer'],
  'account.create': ['admin', 'importer'],
  'listing.read': [...everyHost, ...everyStaff, 'gateway', 'importer'],
  'listing.write': [...hostsWhoManage, ...operators, 'importer'],
  'listing.publish': [...hostsWhoManage, ...operators, 'importer'],
  'calendar.read': [...everyHost, ...everyStaff, 'gateway'],
  'block.write': [...hostsWhoManage, ...operators, 'importer'],
  'booking.read': [...everyHost, ...everyStaff, 'gateway', 'importer'],
  'booking.money': [...hostsWhoManage, ...everyStaff, 'gateway', 'importer'],
  'booking.receive': ['gateway', 'importer'],
  'booking.cancel': [...hostsWhoManage],
  'booking.cancel-by-guest': ['gateway', 'importer'],
  'booking.cancel-by-staff': [...operators],
  'booking.revoke-cancellation': [...hostsWhoManage, ...operators],
  'booking.note': [...hostsWhoManage, 'support', 'admin'],
  'booking.no-show': [...hostsWhoManage, ...operators, 'importer'],
  'booking.clock': ['scheduler', 'importer'],
  'booking.refund': ['provider', 'scheduler'],
  'booking.chargeback': ['gateway', 'provider'],
  'policy.read': [...everyHost, ...everyStaff],
  'policy.review': everyStaff,
  'policy.propose': ['admin', 'finance'],
  'policy.approve': ['admin'],
  'event.read': [...everyHost, ...everyStaff],
  /** Personal fields of events in the open; others read them masked. */
  'event.personal': [...everyHost, 'support', 'admin'],
  'projection.read': everyStaff,
  'projection.operate': ['admin'],
} as const satisfies Record<string, readonly Role[]>

export type Capability = keyof typeof CAPABILITIES

/** Pure and total: unknown capabilities and roles are refused. */
export const can = (role: Role, capability: Capability): boolean => (CAPABILITIES[capability] as readonly Role[]).includes(role)

export const isStaff = (role: Role): role is StaffRole => (STAFF_ROLES as readonly Role[]).includes(role)
export const isService = (role: Role): role is ServiceRole => (SERVICE_ROLES as readonly Role[]).includes(role)
