import type { AuditCommand, AuditEvent } from '@hearth/contracts/audit'
import { accept, type Decider, type NoFacts } from '../runtime/decider.ts'

/** Entries of the access log are only added. */
export const audit: Decider<NoFacts, AuditCommand, AuditEvent> = {
  category: 'audit',
  initial: {},
  evolve: { StaffLooked: (state) => state },
  decide: { RecordStaffLooks: (data) => accept([{ type: 'StaffLooked', data }]) },
}
