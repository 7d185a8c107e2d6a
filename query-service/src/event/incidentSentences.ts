import type { IncidentEvent } from '@hearth/contracts/incident'
import { nightsBetween } from '@hearth/contracts/kernel/dates'
import type { SentencesOf } from './line.ts'
import { codeWords, countWords, rangeWords } from './words.ts'

/** Every event of an incident in plain words. */
export const incidentSentences: SentencesOf<IncidentEvent> = {
  IncidentReported: ({ category, severity, description }) => ({
    text: `Incident reported (${codeWords(category)}, severity ${severity}). “${description}”`,
  }),
  IncidentEvidenceAdded: ({ files }) => ({ text: `${countWords(files.length, 'file')} added.` }),
  IncidentAmended: ({ text }) => ({ text: `Added to the report: “${text}”` }),
  IncidentAcknowledged: ({ inTime }) => ({
    text: inTime ? 'Acknowledged in time.' : 'Acknowledged after the deadline.',
  }),
  AcknowledgementMissed: () => ({ text: 'Hearth missed the deadline to acknowledge it.' }),
  IncidentActionLogged: ({ text }) => ({ text: `Action taken: “${text}”` }),
  IncidentEscalated: ({ before, severity, why }) => ({
    text: `Severity ${severity < before ? 'raised' : 'lowered'} from ${before} to ${severity}. “${why}”`,
  }),
  SafetyHoldPlaced: ({ start, end }) => ({
    text: `${countWords(nightsBetween(start, end), 'night')} blocked for safety reasons, ${rangeWords(start, end)}.`,
  }),
  ReimbursementLinked: () => ({ text: 'A reimbursement claim was linked.' }),
  IncidentResolved: ({ summary }) => ({ text: `Resolved. “${summary}”` }),
  IncidentClosed: ({ auto }) => ({ text: auto ? 'Closed automatically.' : 'Closed.' }),
  IncidentReopened: ({ why }) => ({ text: `Reopened. “${why}”` }),
}
